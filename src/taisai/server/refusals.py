"""Refusals of messages that never reached a table or the register of people."""

from enum import Enum


class ServerRefusal(Enum):
    TOO_MANY_REQUESTS = "too-many-requests"
    HOST_UNKNOWN = "host-unknown"
    ORIGIN_UNFIT = "origin-unfit"
    CALLER_CHANGED = "caller-changed"
    ROUTE_UNKNOWN = "route-unknown"
    MESSAGE_TOO_LARGE = "message-too-large"
    TEXT_TOO_LONG = "text-too-long"
    MESSAGE_INVALID = "message-invalid"
    LOG_UNKNOWN = "log-unknown"
    TILE_UNKNOWN = "tile-unknown"
    RECEIPT_NOT_YET = "receipt-not-yet"
    RECEIPT_UNKNOWN = "receipt-unknown"
    ENTRY_UNKNOWN = "entry-unknown"
    READING_STOPPED = "reading-stopped"
    NODE_UNKNOWN = "node-unknown"
    NOT_JOINED = "not-joined"
    TABLE_MOVING = "table-moving"
    PROGRAM_ERROR = "program-error"
