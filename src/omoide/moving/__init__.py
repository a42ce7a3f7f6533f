"""Moving in from the files of the systems of documents 000 and 003, and out into the former again (N5, O4)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.moving.anima_in import FoldersRead as FoldersRead
    from omoide.moving.anima_in import import_folders as import_folders
    from omoide.moving.dialogue import conversations as conversations
    from omoide.moving.house_in import HouseRead as HouseRead
    from omoide.moving.house_in import import_house as import_house
    from omoide.moving.house_out import HouseWritten as HouseWritten
    from omoide.moving.house_out import export_house as export_house

__getattr__ = front(
    __name__,
    {
        "FoldersRead": "anima_in",
        "import_folders": "anima_in",
        "conversations": "dialogue",
        "HouseRead": "house_in",
        "import_house": "house_in",
        "HouseWritten": "house_out",
        "export_house": "house_out",
    },
)
