"""Real servers for tests (X2): PostgreSQL, Valkey, an S3 store and a graph over Bolt, on loopback, from PyPI packages.

`python -m tests.servers up` starts them and prints their addresses as JSON, `down` stops them, and `hold` keeps them
for as long as another process lives: that is how a test run has servers of its own, however it ends.
"""
