#!/bin/sh
# What `npm run demo` and `npm test` stand on, and their Bun twins: fetch what is missing, then hand over.
# Needs a POSIX shell, and either Bun or Node 20+ with npm.
set -eu

main() {
  cd "$(dirname "$0")/../.."
  verb=$1
  shift
  if [ "${1-}" = -- ]; then shift; fi
  packages
  case $verb in
    packages) ;;
    demo)
      "$bun" src/build/executable.ts --if-stale
      exec dist/balcao demo "$@"
      ;;
    test)
      browser
      judges
      exec "$bun" src/build/test.ts "$@"
      ;;
    *) exec "$bun" "src/build/$verb.ts" "$@" ;;
  esac
}

packages() {
  bun=node_modules/.bin/bun
  pinned=$(sed -n 's/^ *"bun": "\([0-9.]*\)".*/\1/p' package.json)
  if cmp -s bun.lock node_modules/.lock && [ "$("$bun" --version 2>/dev/null)" = "$pinned" ]; then return; fi
  if [ "$(command -v bun >/dev/null 2>&1 && bun --version)" = "$pinned" ]; then
    bun install --frozen-lockfile
  elif command -v npx >/dev/null 2>&1; then
    npx -y "bun@$pinned" install --frozen-lockfile
  elif command -v bun >/dev/null 2>&1; then
    bun install --frozen-lockfile
  else
    fail "neither Bun nor Node with npm was found. Install Node 20 or newer, or Bun $pinned."
  fi
  [ "$("$bun" --version 2>/dev/null)" = "$pinned" ] || fail "Bun $pinned could not be installed into node_modules: packages' install scripts may be forbidden here."
  cp bun.lock node_modules/.lock
}

browser() {
  manual="Install Chromium or Chrome, or name one in CHROMIUM, and try again."
  if ! "$bun" src/build/chromium.ts >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests." >&2
    { fetched chromium-headless-shell || fetched chromium; } || fail "the tests drive a real browser, and Chromium could not be installed. $manual"
    "$bun" src/build/chromium.ts >/dev/null || fail "$manual"
  fi
}

# Programs by others that judge what we make: what a browser trusts, a release's signature, the service, the figures.
judges() {
  command -v certutil >/dev/null 2>&1 || fetched libnss3-tools || fail "certutil is needed for the tests of certificates. Install libnss3-tools or nss-tools, and try again."
  command -v minisign >/dev/null 2>&1 || fetched minisign || fail "minisign is needed for the tests of signatures. Install it, and try again."
  command -v systemd-analyze >/dev/null 2>&1 || fetched systemd || fail "systemd-analyze is needed for the tests of the service. Install systemd, and try again."
  if command -v promtool >/dev/null 2>&1 || [ -x .cache/promtool ]; then return; fi
  # Alone, without the server that its package would start here.
  mkdir -p .cache
  (
    cd .cache
    { apt-get download -qq prometheus || { apt-get update -qq && apt-get download -qq prometheus; }; } &&
      dpkg-deb --fsys-tarfile prometheus_*.deb | tar -xO ./usr/bin/promtool > promtool && chmod +x promtool && rm prometheus_*.deb
  ) >&2 || fail "promtool is needed for the tests of the metrics. Install Prometheus, and try again."
}

# Installs a package of this machine's.
fetched() {
  command -v apt-get >/dev/null 2>&1 || return 1
  if [ "$(id -u)" = 0 ]; then
    root=
  elif command -v sudo >/dev/null 2>&1; then
    root=sudo
  else
    return 1
  fi
  { DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; $root apt-get update -qq && $root apt-get install -y -qq --no-install-recommends "$1"; } >&2
}

fail() {
  echo "balcao: $1" >&2
  exit 1
}

main "$@"
