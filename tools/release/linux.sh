#!/usr/bin/env bash
# A tar.gz with one static program, manual pages and completions.
set -euo pipefail
. tools/common.sh
. tools/release/common.sh
. tools/release/static.sh

name=tengen-$version-linux-x86_64
folder=target/release-parts/$name
rm -rf "$folder"
mkdir -p "$folder"
cp "$built" "$folder/tengen"
ln -s tengen "$folder/pbrain-tengen"
add_pages "$folder/share"
"$built" desktop --dir "$folder"
cp docs/install.md docs/brain.md "$folder/"
add_licences "$folder" "$target"
archive "$name" "$name.tar.gz"
