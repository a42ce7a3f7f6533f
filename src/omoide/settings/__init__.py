"""All settings: one typed tree, and the only reader of files and environment (I7)."""

from omoide.settings.checking import build, keys, plain, schema
from omoide.settings.files import FILE, load, write
from omoide.settings.tree import BackupSettings, PrivacySettings, Settings

__all__ = [
    "FILE",
    "BackupSettings",
    "PrivacySettings",
    "Settings",
    "build",
    "keys",
    "load",
    "plain",
    "schema",
    "write",
]
