"""A real mail server (aiosmtpd) under TLS: it takes, refuses, waits, or is gone."""

import asyncio
import ssl
import threading
from contextlib import contextmanager
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

USER, PASSWORD = "house", "the word for it"


class Post:
    """`answer` gives the reply to each message; `rcpt` to each address. What was taken is in `taken`."""

    def __init__(self):
        self.taken, self.tried, self.signed_in = [], [], []
        self.answer = lambda _: "250 taken"
        self.rcpt = "250 OK"
        self.held = threading.Event()
        self.held.set()

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - its name
        if self.rcpt.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - its name
        message = message_from_bytes(envelope.content, policy=policy.default)
        self.tried.append(message)
        await asyncio.to_thread(self.held.wait)
        reply = self.answer(message)
        is_tls = bool(session.ssl or server.transport.get_extra_info("ssl_object"))
        if reply.startswith("250"):
            self.taken.append((envelope.mail_from, tuple(envelope.rcpt_tos), is_tls, message))
        return reply

    def subjects(self):
        return [message["Subject"] for *_, message in self.taken]


class _Controller(Controller):
    """TLS from the first byte, or on demand."""

    def __init__(self, handler, certificate, *, implicit, port=0):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(*certificate)
        self.implicit = implicit
        options = {"hostname": "127.0.0.1", "port": port, "ready_timeout": 60}
        super().__init__(handler, ssl_context=self.context if implicit else None, **options)

    def factory(self):
        def authenticate(server, session, envelope, mechanism, data):
            fits = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
            if fits:
                self.handler.signed_in.append(mechanism)
            return AuthResult(success=fits, handled=False)

        tls = {} if self.implicit else {"tls_context": self.context, "require_starttls": True}
        more = {
            "auth_require_tls": not self.implicit,
            "authenticator": authenticate,
            "auth_required": not self.implicit,
        }
        return SMTP(self.handler, hostname="mail.test", **tls, **more)

    def _trigger_server(self):
        """The port is known once it listens."""
        if not self.port:
            self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mailing(certificate, *, implicit=True, port=0, post=None):
    post = post or Post()
    controller = _Controller(post, certificate, implicit=implicit, port=port)
    controller.start()
    post.port = controller.port
    try:
        yield post
    finally:
        post.held.set()
        controller.stop()
