"""Pages as notebooks show them."""

from __future__ import annotations

from html import escape


def in_frame(page: str, title: str) -> str:
    """A page inside of another one, which it cannot touch."""
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts allow-downloads" srcdoc="{escape(page)}" '
        'style="width: 100%; height: 640px; border: 1px solid gray; box-sizing: border-box"></iframe>'
    )
