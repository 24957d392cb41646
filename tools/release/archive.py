#!/usr/bin/env python3
"""An archive of a folder, the same bytes for the same files: archive.py [--flat] FOLDER FILE.zip|FILE.tar.gz

Names are sorted, times are SOURCE_DATE_EPOCH, owners are nobody's; what may be executed stays so.
--flat leaves the name of the folder out.
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

# The first time that a zip knows.
ZIP_BEGINS = 315_532_800


def files_of(folder: Path, base: Path) -> list[tuple[str, Path]]:
    """All files of the folder by their names in the archive, which begin at the base."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted((path.relative_to(base).as_posix(), path) for path in found)


def mode_of(path: Path) -> int:
    return 0o755 if os.access(path, os.X_OK) else 0o644


def write_zip(files: list[tuple[str, Path]], out: Path, when: int) -> None:
    date = time.gmtime(max(when, ZIP_BEGINS))[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in files:
            info = zipfile.ZipInfo(name, date)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = (0o100000 | mode_of(path)) << 16
            archive.writestr(info, path.read_bytes())


def write_tar(files: list[tuple[str, Path]], out: Path, when: int) -> None:
    with open(out, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=when) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, path in files:
                info = tarfile.TarInfo(name)
                info.mtime = when
                if path.is_symlink():
                    info.type, info.linkname = tarfile.SYMTYPE, os.readlink(path)
                    archive.addfile(info)
                    continue
                info.size, info.mode = path.stat().st_size, mode_of(path)
                with open(path, "rb") as content:
                    archive.addfile(info, content)


def main() -> int:
    words = sys.argv[1:]
    is_flat = words[:1] == ["--flat"]
    if is_flat:
        words = words[1:]
    if len(words) != 2:
        print(__doc__)
        return 2
    folder, out = Path(words[0]), Path(words[1])
    when = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    write = write_zip if out.suffix == ".zip" else write_tar
    part = out.with_name(out.name + ".part")
    write(files_of(folder, folder if is_flat else folder.parent), part, when)
    part.replace(out)
    return 0


sys.exit(main())
