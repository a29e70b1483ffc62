#!/usr/bin/env python3
"""nginx on loopback, with the files of a folder and TLS of an authority that is made for the occasion.

    nginx.py FOLDER

Prints a line of JSON with its ports (http, echo, https, other, see nginx.conf) and the paths of the authority's
certificate (ca), of a folder with it as OpenSSL wants one (caDirectory), and of one that signed nothing (stranger); runs
until standard input ends, and leaves nothing behind.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PORTS = ["http", "echo", "https", "other"]


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def make_authority(folder, name):
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", f"/CN=feedcore test {name}", "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.pem")


def make_certificate(folder, name, hosts):
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={name}",
            "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.request")
    extension = folder / f"{name}.extension"
    extension.write_text(f"subjectAltName={hosts}\n")
    openssl("x509", "-req", "-in", f"{folder}/{name}.request", "-CA", f"{folder}/ca.pem", "-CAkey", f"{folder}/ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", str(extension), "-out", f"{folder}/{name}.pem")


def make_certificates(folder):
    make_authority(folder, "ca")
    make_authority(folder, "stranger")
    make_certificate(folder, "server", "DNS:localhost,IP:127.0.0.1")
    make_certificate(folder, "other", "DNS:other.example")
    (folder / "trusted").mkdir()
    shutil.copy(folder / "ca.pem", folder / "trusted")
    openssl("rehash", f"{folder}/trusted")


def listen():
    """A listening socket that nginx inherits, so that nobody takes the port in between."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    listener.set_inheritable(True)
    return listener


def configure(folder, values):
    text = (pathlib.Path(__file__).parent / "nginx.conf").read_text()
    for name, value in values.items():
        text = text.replace("{%s}" % name, str(value))
    path = folder / "nginx.conf"
    path.write_text(text)
    return path


def start(folder, files):
    listeners = {name: listen() for name in PORTS}
    ports = {name: listener.getsockname()[1] for name, listener in listeners.items()}
    path = configure(folder, {
        "folder": folder, "files": files, **ports,
        "user": "user root;" if os.geteuid() == 0 else ""})
    descriptors = [listener.fileno() for listener in listeners.values()]
    environment = {**os.environ, "NGINX": "".join(f"{descriptor};" for descriptor in descriptors)}
    command = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not command:
        sys.exit("there is no nginx")
    # Its first words go to a log of the system if it may write there, and here.
    with open(folder / "start.log", "wb") as log:
        process = subprocess.Popen([command, "-c", path, "-p", folder], pass_fds=descriptors, env=environment,
                                   stdin=subprocess.DEVNULL, stderr=log)
    for listener in listeners.values():
        listener.close()
    return process, ports


def wait_until_up(process, port, folder):
    while process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10)
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("nginx doesn't start: " + (folder / "start.log").read_text())


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_certificates(folder)
        process, ports = start(folder, pathlib.Path(sys.argv[1]).resolve())
        try:
            wait_until_up(process, ports["echo"], folder)
            print(json.dumps({**ports, "ca": f"{folder}/ca.pem", "caDirectory": f"{folder}/trusted",
                              "stranger": f"{folder}/stranger.pem"}), flush=True)
            sys.stdin.read()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
