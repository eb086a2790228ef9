"""receiver.py http|smtp PORT-FILE LOG [ARG]: the other side of consumers.

http: checks each request's signature with the secret ARG, logs "good KEY" or
"bad KEY" and the body, and answers with the status and Retry-After that the file
LOG.answer holds (204 where there is none).  smtp: takes mails, logs each whole.
Ends with its parent's death or after 60 s.
"""
import base64
import ctypes
import hashlib
import hmac
import http.server
import os
import signal
import socketserver
import sys

ctypes.CDLL(None).prctl(1, signal.SIGKILL)
signal.alarm(60)
KIND, PORT, LOG = sys.argv[1:4]


def log(data):
    with open(LOG, "ab") as file:
        file.write(data)


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        key = self.headers["webhook-id"]
        signed = f"{key}.{self.headers['webhook-timestamp']}.".encode() + body
        mac = hmac.digest(base64.b64decode(sys.argv[4]), signed, hashlib.sha256)
        good = self.headers["webhook-signature"] == \
            "v1," + base64.b64encode(mac).decode()
        log(f"{'good' if good else 'bad'} {key}\n".encode() + body + b"\n")
        status, after = 204, ""
        if os.path.exists(LOG + ".answer"):
            with open(LOG + ".answer", encoding="ascii") as file:
                status, _, after = file.read().strip().partition(" ")
        self.send_response(int(status))
        if after:
            self.send_header("Retry-After", after)
        self.end_headers()

    def log_message(self, *_):
        pass


class Mail(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                for text in self.rfile:
                    if text == b".\r\n":
                        break
                    log(text.replace(b"\r\n", b"\n"))
            elif word in (b"MAIL", b"RCPT"):
                log(line.strip() + b"\n")
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 fine\r\n")


with (http.server.HTTPServer if KIND == "http" else socketserver.TCPServer)(
        ("127.0.0.1", 0), Hook if KIND == "http" else Mail) as server:
    with open(PORT + ".new", "w", encoding="ascii") as f:
        f.write(str(server.server_address[1]))
    os.rename(PORT + ".new", PORT)
    server.serve_forever()
