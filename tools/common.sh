# What ./test and ./release share; sourced by both, in the root of the repository.

say() { printf '\n== %s\n' "$*"; }
run() { say "$*"; "$@"; }

# Installs packages of the system, as root or through sudo.
install() {
    command -v apt-get >/dev/null || { echo "${0##*/} needs $*: install it and try again" >&2; exit 2; }
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    say "installing $*"
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null
}
