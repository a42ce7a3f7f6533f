"""One file for each page, or for a few that belong together: read the mind, hand a template its values."""
