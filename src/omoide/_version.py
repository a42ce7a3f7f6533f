"""The version, by itself: a room that tells it must not know the front door, which leads to everything else."""

__version__ = "0.1.0"
