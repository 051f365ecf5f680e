"""`codewatch mcp`: the MCP server on standard input and output."""

import click


@click.command()
def mcp() -> None:
    """Serve memory to a client on standard input and output, until it goes away."""
    serve()


def serve() -> None:
    """Run the server over standard input and output."""
    from codewatch.mcp import server, stdio, workplace

    place = workplace.start()
    stdio.serve(server.make_server(place), place)
