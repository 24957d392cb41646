# The static program for Linux, and what belongs to it; sourced by the parts that contain it.

target=x86_64-unknown-linux-musl
command -v musl-gcc >/dev/null || install musl-tools || cannot "a compiler for musl is needed: musl-gcc"
build_for "$target" --package tengen
built=target/release-$target/$target/release/tengen

# Manual pages and completions, into a folder `share`.
add_pages() {
    local share=$1
    "$built" man --dir "$share/man/man1"
    find "$share/man/man1" -name '*.1' -exec gzip -9n {} +
    mkdir -p "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    "$built" completions bash > "$share/bash-completion/completions/tengen"
    "$built" completions zsh > "$share/zsh/vendor-completions/_tengen"
    "$built" completions fish > "$share/fish/vendor_completions.d/tengen.fish"
}
