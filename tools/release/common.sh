# What the parts of a release share; sourced in the root of the repository.

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# Times in archives are those of the commit, so that they do not differ from run to run.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1)}
export SOURCE_DATE_EPOCH

cannot() { echo "${0##*/}: $*" >&2; exit 1; }

# Builds tengen for a target into target/release-TARGET, without names of this machine's folders.
build_for() {
    local target=$1
    shift
    if ! rustup target list --installed 2>/dev/null | grep -qx "$target"; then
        say "installing the standard library for $target"
        rustup target add "$target" >/dev/null 2>&1 || built_std "$target"
    fi
    local home=${CARGO_HOME:-$HOME/.cargo}
    local flags="--remap-path-prefix=$PWD=tengen --remap-path-prefix=$home=cargo ${EXTRA_RUSTFLAGS:-}"
    RUSTFLAGS=$flags run "${cargo[@]}" build --release --locked --target "$target" \
        --target-dir "target/release-$target" --config 'profile.release.strip="symbols"' "$@"
}

# The usual compiler, or one of the distribution that comes with the sources of its standard library.
cargo=(cargo)
built_std() {
    local target=$1
    say "rustup has no standard library for $target here: the distribution's compiler builds one"
    install rustc-web cargo-web rust-web-src || cannot "no standard library for $target can be had"
    cargo=(env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo -Zbuild-std=std,panic_unwind)
}

# Licences, notices and the list of components, into a folder.
add_licences() {
    local folder=$1 target=$2
    cp LICENSE-APACHE LICENSE-MIT NOTICE "$folder/"
    python3 tools/components.py --licences --target "$target" > "$folder/THIRD-PARTY-LICENCES.txt"
    python3 tools/components.py --target "$target" > "$folder/components.cdx.json"
}

# An archive of a folder in target/release-parts, in dist/: the same bytes for the same files.
archive() { python3 tools/release/archive.py "target/release-parts/$1" "dist/$2"; }
