"""The MCP server: the only home of the mcp package."""
