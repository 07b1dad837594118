"""A console that lets nothing through that somebody else wrote to command a terminal."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from taisai.rules.control_characters import spelled_out


class PlainConsole(Console):
    """Colours and the like are our own: they come as control segments and styles, never as text."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else spelled_out(text, lines=True), style, control)
