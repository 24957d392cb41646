#!/usr/bin/env python3
"""Starts `PROGRAM serve` and asks it for its first page and an analysis: try_serve.py PROGRAM DATA-FOLDER"""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

PATIENCE = 120


def wait_for(url: str) -> bytes:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return answer.read()
        except (urllib.error.URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def main() -> int:
    program, data = sys.argv[1:]
    command = [program, "serve", "--no-open", "--port", "0", "--data", data]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        address = None
        assert server.stdout is not None
        for line in server.stdout:
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                address = found.group()
                break
        assert address, "the server does not say where it is"
        page = wait_for(address + "/").decode()
        assert "<title>Tengen" in page, page[:200]
        info = json.loads(wait_for(address + "/api/info"))
        assert info["version"], info
        print(f"{address} answers: {len(page)} bytes of the first page")
        return 0
    finally:
        server.terminate()
        server.wait(PATIENCE)


sys.exit(main())
