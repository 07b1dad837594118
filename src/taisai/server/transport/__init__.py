"""The transport: HTTP and WebSockets on one port, with limits."""

from taisai.server.transport.admission import Admission, Heads
from taisai.server.transport.connection import Connection, Peer, broadcast
from taisai.server.transport.crowd import Crowd, Guest
from taisai.server.transport.http import http_protocol
from taisai.server.transport.limits import UNLIMITED, SocketLimits
from taisai.server.transport.protocol import socket_protocol
from taisai.server.transport.request import Accept, Rejection, Request, behind_proxy
from taisai.server.transport.tls import Server, tls_context

__all__ = (
    "UNLIMITED",
    "Accept",
    "Admission",
    "Connection",
    "Crowd",
    "Guest",
    "Heads",
    "Peer",
    "Rejection",
    "Request",
    "Server",
    "SocketLimits",
    "behind_proxy",
    "broadcast",
    "http_protocol",
    "socket_protocol",
    "tls_context",
)
