"""All settings: one typed tree, and the only reader of files and environment (I7)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.settings.checking import build as build
    from omoide.settings.checking import keys as keys
    from omoide.settings.checking import plain as plain
    from omoide.settings.checking import schema as schema
    from omoide.settings.files import FILE as FILE
    from omoide.settings.files import load as load
    from omoide.settings.files import missing_file as missing_file
    from omoide.settings.files import names_in as names_in
    from omoide.settings.files import unset as unset
    from omoide.settings.files import write as write
    from omoide.settings.people import in_settings as in_settings
    from omoide.settings.tree import BackupSettings as BackupSettings
    from omoide.settings.tree import PrivacySettings as PrivacySettings
    from omoide.settings.tree import Settings as Settings

__getattr__ = front(
    __name__,
    {
        "build": "checking",
        "keys": "checking",
        "plain": "checking",
        "schema": "checking",
        "FILE": "files",
        "load": "files",
        "missing_file": "files",
        "names_in": "files",
        "unset": "files",
        "write": "files",
        "in_settings": "people",
        "BackupSettings": "tree",
        "PrivacySettings": "tree",
        "Settings": "tree",
    },
)
