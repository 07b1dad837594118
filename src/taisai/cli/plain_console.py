"""A console that removes terminal commands from other people's text."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from taisai.rules.control_characters import spelled_out


class PlainConsole(Console):
    """Our own colours are styles and control segments, never text."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else spelled_out(text, lines=True), style, control)
