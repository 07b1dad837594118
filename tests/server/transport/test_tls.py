"""The same over TLS."""

import ssl
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from server.transport.running import CLOSE, PING, PONG, TEXT, Client, frame, opened, running, upgrade, wait_until

from taisai.server.transport import SocketLimits


@pytest.fixture(scope="module")
def pem(tmp_path_factory):
    """A key and a certificate that it signed itself, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture(scope="module")
def tls(pem):
    return ssl.create_default_context(cafile=pem)


@pytest.fixture(scope="module")
def server(pem):
    limits = SocketLimits(buffer_bytes_max=64 * 1024)
    with running(limits, tls=(str(pem), str(pem))) as server:
        yield server


def test_a_socket_over_tls_is_secure(server, tls):
    with opened(server, tls) as client:
        for size in (1, 100, 10_000):
            client.text(b"x" * size)
            assert client.read() == (TEXT, b"x" * size)
        client.raw(frame(PING, b"there?"))
        assert client.read() == (PONG, b"there?")
    assert server.house.peers[-1].request.secure


def test_rejections_and_closes_arrive(server, tls):
    with Client(server, tls) as client:
        client.raw(upgrade(path="/no") + b"and more that nobody asked for" * 100)
        assert client.answer() == (403, b"not you")
        assert client.read() is None
    with opened(server, tls) as client:
        client.text(b"bye")
        assert client.read() == (CLOSE, (4001).to_bytes(2) + b"as you wish")
    with opened(server, tls) as client:
        client.raw(frame(TEXT, b"x" * 20_000))
        assert client.closed() == 1009


def test_a_slow_peer_is_behind_and_catches_up(server, tls):
    with opened(server, tls) as client:
        connection = server.connection()
        sent = server.call(lambda: sum(connection.send(b"x" * 10_000) for _ in range(5000)))
        assert sent < 5000
        assert connection.behind
        assert [client.read() for _ in range(sent)] == [(TEXT, b"x" * 10_000)] * sent
        assert client.read() == (TEXT, b"fresh view")


def test_shutdown_closes_with_1012(pem, tls):
    with running(tls=(str(pem), str(pem))) as server, opened(server, tls) as client:
        server.server.should_exit = True
        assert client.closed() == 1012


def test_a_handshake_that_does_not_come_is_not_waited_for(pem):
    with running(SocketLimits(request_within_s=0.3), tls=(str(pem), str(pem))) as server, Client(server) as client:
        client.raw(b"\x16\x03\x01\x02\x00")
        assert client.read() is None


def test_a_connection_is_counted_before_its_handshake(pem, tls):
    with running(SocketLimits(connections_per_source=3), tls=(str(pem), str(pem))) as server:
        with Client(server), Client(server), Client(server), Client(server) as fourth:
            assert fourth.read() is None
        with opened(server, tls), opened(server, tls), opened(server, tls):
            pass


def test_what_comes_right_behind_the_handshake_is_not_lost(server, tls):
    for _ in range(20):
        with Client(server, tls) as client:
            client.raw(b"GET / HTTP/1.1\r\nHost: taisai\r\n\r\n")
            assert client.answer() == (200, b"hello")


def test_whoever_leaves_in_the_handshake_leaves_nothing_behind(pem, tls):
    with running(SocketLimits(connections_per_source=3), tls=(str(pem), str(pem))) as server:
        for data in (b"", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n\r\n") * 5:
            with Client(server) as client:
                client.raw(data)
        wait_until(lambda: not len(server.crowd))
        with opened(server, tls) as client:
            client.text(b"hello")
            assert client.read() == (TEXT, b"hello")
