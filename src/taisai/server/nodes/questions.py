"""Questions about vouchers between nodes, over the bus that is encrypted with the house's key."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import count
from typing import Final

from taisai.house.voucher_questions import News, Question, Said, answers, encode, news, questions
from taisai.server.nodes import items as i
from taisai.server.nodes.post import Post

ANSWER_S: Final = 5.0

log = logging.getLogger(__name__)

Answering = Callable[[Question], Awaitable[Said]]


class Questions:
    """`others` are the addresses of the other nodes, `owner` is that of the node that has a table, and `answering`
    answers what they ask us."""

    def __init__(
        self, post: Post, others: Callable[[], Iterable[str]], owner: Callable[[str], str], answering: Answering
    ) -> None:
        self._post, self._others, self._owner, self._answering = post, others, owner, answering
        self._numbers = count(1)
        self._asked: dict[int, asyncio.Future[Said]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, question: Question, table: str = "") -> Sequence[Said]:
        """Return the answers that come in time; of the node that has a table, or of all others."""
        nodes = [self._owner(table)] if table else [*self._others()]
        heard = await asyncio.gather(*(self._ask(node, question) for node in nodes if self._post.hears(node)))
        return [one for one in heard if one is not None]

    async def _ask(self, node: str, question: Question) -> Said | None:
        number = next(self._numbers)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        self._post.say(node, i.Inquiry(number, encode(question)))
        try:
            return await asyncio.wait_for(answer, ANSWER_S)
        except TimeoutError:
            return None
        finally:
            del self._asked[number]

    def tell(self, said: News) -> None:
        for node in self._others():
            self._post.say(node, i.News(encode(said)))

    def asked(self, node: str, inquiry: i.Inquiry) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(node, inquiry))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, node: str, inquiry: i.Inquiry) -> None:
        """Answer another node; say nothing if we cannot."""
        try:
            said = await self._answering(questions.decode(inquiry.question))
        except Exception:
            log.exception("a question of another node could not be answered")
        else:
            self._post.say(node, i.Finding(inquiry.number, encode(said)))

    def heard(self, finding: i.Finding) -> None:
        answer = self._asked.get(finding.number)
        if answer is not None and not answer.done():
            answer.set_result(answers.decode(finding.answer))

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def news_of(item: i.News) -> News:
    told: News = news.decode(item.news)
    return told
