"""What can be found beside memories: passages of diaries, episodes, dreams, the raw log and documents, and topics."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.indexing.keeping import Embedding as Embedding
    from omoide.indexing.keeping import index_today as index_today
    from omoide.indexing.keeping import rebuild_passages as rebuild_passages
    from omoide.indexing.keeping import refresh_passages as refresh_passages
    from omoide.indexing.kept_items import Item as Item
    from omoide.indexing.kept_items import ItemFound as ItemFound
    from omoide.indexing.kept_items import get_item as get_item
    from omoide.indexing.kept_items import items as items
    from omoide.indexing.kept_items import put_item as put_item
    from omoide.indexing.kept_items import remove_item as remove_item
    from omoide.indexing.kept_items import search_items as search_items
    from omoide.indexing.knowledge import Added as Added
    from omoide.indexing.knowledge import Problem as Problem
    from omoide.indexing.knowledge import add_documents as add_documents
    from omoide.indexing.knowledge import list_documents as list_documents
    from omoide.indexing.knowledge import remove_documents as remove_documents
    from omoide.indexing.knowledge import upload_document as upload_document
    from omoide.indexing.search import note_shown as note_shown
    from omoide.indexing.search import search_passages as search_passages
    from omoide.indexing.search import sensed as sensed
    from omoide.indexing.search import talk_of as talk_of
    from omoide.indexing.topics import TopicTold as TopicTold
    from omoide.indexing.topics import find_topics as find_topics
    from omoide.indexing.topics import list_topics as list_topics
    from omoide.indexing.topics import one_topic as one_topic

__getattr__ = front(
    __name__,
    {
        "Added": "knowledge",
        "Problem": "knowledge",
        "add_documents": "knowledge",
        "list_documents": "knowledge",
        "remove_documents": "knowledge",
        "upload_document": "knowledge",
        "Item": "kept_items",
        "ItemFound": "kept_items",
        "get_item": "kept_items",
        "items": "kept_items",
        "put_item": "kept_items",
        "remove_item": "kept_items",
        "search_items": "kept_items",
        "Embedding": "keeping",
        "index_today": "keeping",
        "refresh_passages": "keeping",
        "rebuild_passages": "keeping",
        "note_shown": "search",
        "search_passages": "search",
        "sensed": "search",
        "talk_of": "search",
        "TopicTold": "topics",
        "find_topics": "topics",
        "list_topics": "topics",
        "one_topic": "topics",
    },
)
