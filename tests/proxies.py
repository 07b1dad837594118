"""Proxies in front of a house, each as its own program: nginx and Caddy with their examples, and HAProxy."""

import os
import re
import shutil
import signal
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path

from engines.nats import free_port
from patience import PATIENCE_S

__all__ = (
    "CADDY",
    "DEPLOY",
    "NGINX",
    "PORT",
    "caddy",
    "free_port",
    "haproxy",
    "in_front",
    "nginx",
    "program",
    "reached",
)
DEPLOY = Path(__file__).parents[1] / "deploy"
PORT = "8080"
NGINX, CADDY = ((DEPLOY / name).read_text() for name in ("nginx.conf", "Caddyfile"))
HAPROXY = """
global
    maxconn 200
defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    option forwardfor
    http-reuse always
frontend proxy
    bind 127.0.0.1:{port} ssl crt {both}
    http-request set-header X-Forwarded-Proto https
    default_backend house
backend house
    server house 127.0.0.1:{behind}
"""


def program(name):
    """The path of a program, or None where it is not installed."""
    return shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")


def certificate(folder):
    key, made = folder / "key.pem", folder / "cert.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*words, "-keyout", key, "-out", made], check=True, capture_output=True)
    return key, made


def nginx(folder, port, behind):
    """The example with its places replaced, in a whole configuration of its own."""
    key, made = certificate(folder)
    text = NGINX.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{behind}").replace("    listen [::]:443 ssl;\n", "")
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("tables.example.com;", "localhost;")
    text = re.sub(r"ssl_certificate \S+;", f"ssl_certificate {made};", text)
    text = re.sub(r"ssl_certificate_key \S+;", f"ssl_certificate_key {key};", text)
    text = text[: text.index("server {\n    listen 80;")]
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    process = f"error_log {folder}/error.log;\npid {folder}/pid;\ndaemon off;\nevents {{}}\n"
    whole = f"{process}http {{\naccess_log off;\n{places}{text}}}\n"
    (folder / "nginx.conf").write_text(whole)
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy(folder, port, behind):
    key, made = certificate(folder)
    text = CADDY.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{behind}")
    text = text.replace("tables.example.com {", f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {made} {key}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{text}")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def haproxy(folder, port, behind):
    key, made = certificate(folder)
    both = folder / "both.pem"
    both.write_text(made.read_text() + key.read_text())
    (folder / "haproxy.cfg").write_text(HAPROXY.format(port=port, behind=behind, both=both))
    return [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


@contextmanager
def in_front(words, folder):
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, env=os.environ | {"HOME": str(folder)})
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)


def reached(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
