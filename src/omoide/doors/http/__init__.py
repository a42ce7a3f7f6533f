"""The memory over HTTP: an API under /v1, and the pages of the dashboard."""
