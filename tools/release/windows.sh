#!/usr/bin/env bash
# tengen.exe and pbrain-tengen.exe in a zip, with a manual; and the brain alone in another, as Gomocup takes it.
set -euo pipefail
. tools/common.sh
. tools/release/common.sh

target=x86_64-pc-windows-gnu
command -v x86_64-w64-mingw32-gcc >/dev/null || install gcc-mingw-w64-x86-64-win32 ||
    cannot "a linker for Windows is needed: x86_64-w64-mingw32-gcc"
build_for "$target" --package tengen
built=target/release-$target/$target/release/tengen.exe

name=tengen-$version-windows-x86_64
folder=target/release-parts/$name
rm -rf "$folder"
mkdir -p "$folder"
cp "$built" "$folder/tengen.exe"
# The name that managers look for: started by it the program is a brain.
cp "$built" "$folder/pbrain-tengen.exe"
# Windows' own editor shows these.
for page in install brain; do sed 's/$/\r/' "docs/$page.md" > "$folder/$page.txt"; done
add_licences "$folder" "$target"
archive "$name" "$name.zip"

folder=target/release-parts/gomocup
rm -rf "$folder"
mkdir -p "$folder"
cp "$built" "$folder/pbrain-tengen.exe"
python3 tools/release/archive.py --flat "$folder" "dist/pbrain-tengen-$version-gomocup.zip"
