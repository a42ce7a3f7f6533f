"""The MCP server: the tools of `omoide.tools` and two kinds of resources, over stdio or HTTP."""
