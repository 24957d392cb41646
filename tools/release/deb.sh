#!/usr/bin/env bash
# A package for Debian and its relatives. The program is static: it needs no other package.
set -euo pipefail
. tools/common.sh
. tools/release/common.sh
command -v dpkg-deb >/dev/null || install dpkg || cannot "dpkg-deb is needed"
. tools/release/static.sh

root=target/release-parts/deb
rm -rf "$root"
mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/doc/tengen"
cp "$built" "$root/usr/bin/tengen"
ln -s tengen "$root/usr/bin/pbrain-tengen"
add_pages "$root/usr/share"
"$built" desktop --dir "$root/usr"
add_licences "$root/usr/share/doc/tengen" "$target"
cat > "$root/usr/share/doc/tengen/copyright" <<'TEXT'
Tengen may be used under the Apache License 2.0 or the MIT license, as you like. LICENSE-APACHE and LICENSE-MIT
have their texts, THIRD-PARTY-LICENCES.txt those of what it is built from.
TEXT
cat > "$root/DEBIAN/control" <<TEXT
Package: tengen
Version: $version
Architecture: amd64
Maintainer: The Tengen developers <tengen@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Section: games
Priority: optional
Description: Gomoku and renju: engine, app in the browser, tools
 Tengen plays, analyses and proves five in a row under five rules. It is an app in your browser, a brain for
 Gomocup's managers, and a set of tools for people who write and test engines.
TEXT
find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
chmod -R u=rwX,go=rX "$root"
part=dist/tengen_${version}_amd64.deb.part
dpkg-deb --root-owner-group --build "$root" "$part" >/dev/null
mv "$part" "${part%.part}"
