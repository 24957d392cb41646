#!/usr/bin/env bash
# Tries what lies in dist/: tools/release/try.sh [windows|linux|deb]...   (all by default; ./test release)
#
# Windows programs run under Wine. TENGEN_GAMES: games of the Windows brain for each rule and board [default: 4].
set -euo pipefail
cd "$(dirname "$0")/../.."
. tools/common.sh
. tools/release/common.sh

games=${TENGEN_GAMES:-4}
here=$PWD/target/release-tried
rm -rf "$here"
mkdir -p "$here"
[ $# -gt 0 ] || set -- windows linux deb

# Runs tests of the commands with another program in the place of tengen.
tests_with() {
    local program=$1
    shift
    # A copy of a script that starts Wine has another name, and the program still its own.
    TENGEN_PROGRAM=$program run cargo test --quiet --package tengen --locked "${@/#/--test=}" -- \
        --skip the_programs_name_makes_it_a_brain
}

try_windows() {
    command -v wine >/dev/null || install wine64 wine
    export WINEPREFIX=$here/wine WINEDEBUG=-all
    python3 -m zipfile -e "dist/tengen-$version-windows-x86_64.zip" "$here"
    python3 -m zipfile -e "dist/pbrain-tengen-$version-gomocup.zip" "$here/gomocup"
    [ "$(ls "$here/gomocup")" = pbrain-tengen.exe ]
    local folder=$here/tengen-$version-windows-x86_64
    for name in tengen pbrain-tengen; do
        printf '#!/bin/sh\nexec wine "%s/%s.exe" "$@"\n' "$folder" "$name" > "$here/$name"
        chmod +x "$here/$name"
    done
    # The first start makes Wine's own files.
    run wine wineboot --init
    local lacking=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    [ -e "$lacking" ] || x86_64-w64-mingw32-gcc -shared -O2 -o "$lacking" tools/release/bcryptprimitives.c -ladvapi32
    run "$here/tengen" --version
    run "$here/tengen" bench --check
    say "conversations of the brain, files and proofs"
    tests_with "$here/tengen" brain_transcripts brain convert check_proof analyze
    cargo build --release --locked --quiet
    local rule size
    for rule in freestyle:20 freestyle:15 standard:15 renju:15 caro:15; do
        IFS=: read -r rule size <<< "$rule"
        run target/release/tengen match --a "brain:$here/pbrain-tengen,name=windows" --b tengen:name=linux \
            --rule "$rule" --size "$size" --openings "data/openings/generated/$rule-$size.txt" \
            --time 200 --games "$games" --check-claims | tee "$here/match.txt"
        # Whoever fails loses, with the reason: illegal move, time, crash …
        if grep '^endings' "$here/match.txt" | grep -q ' of [ab]'; then exit 1; fi
    done
    try_serve "$here/tengen"
}

try_linux() {
    tar -xzf "dist/tengen-$version-linux-x86_64.tar.gz" -C "$here"
    local folder=$here/tengen-$version-linux-x86_64
    run "$folder/tengen" --version
    run "$folder/tengen" bench --check
    printf 'ABOUT\nEND\n' | "$folder/pbrain-tengen" | grep -q 'name="Tengen"'
    gzip -dc "$folder/share/man/man1/tengen.1.gz" | grep -q '^\.TH tengen'
    tests_with "$folder/tengen" brain_transcripts convert check_proof
    try_serve "$folder/tengen"
}

# Into a root with nothing in it but the package manager's lists.
try_deb() {
    local root=$here/root
    mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
    : > "$root/var/lib/dpkg/status"
    run dpkg --root="$root" --install "dist/tengen_${version}_amd64.deb"
    run chroot "$root" /usr/bin/tengen --version
    run chroot "$root" /usr/bin/tengen bench --check
    printf 'ABOUT\nEND\n' | chroot "$root" /usr/bin/pbrain-tengen | grep -q 'name="Tengen"'
    [ -s "$root/usr/share/applications/tengen.desktop" ]
    run dpkg --root="$root" --remove tengen
    [ ! -e "$root/usr/bin/tengen" ]
}

# The app answers on loopback and ends when asked.
try_serve() {
    say "the app of $1"
    python3 tools/release/try_serve.py "$1" "$here/data"
}

for part in "$@"; do
    say "trying $part"
    "try_$part"
done
say "what lies in dist/ works"
