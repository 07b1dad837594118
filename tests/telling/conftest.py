"""Certificates as the tests of the server make them."""

from people.conftest import filed
from server.conftest import certificate

__all__ = ["certificate", "filed"]
