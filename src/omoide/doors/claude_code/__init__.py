"""Living in Claude Code without the plugin: what is written into its files, and taken out again."""
