#!/bin/sh
# Installs Balcão as a systemd service, or brings an installed one up to another release.
#   sh install.sh --from dist/balcao
# Everything is in functions, so that a download that was cut short does nothing.
set -euf

usage() {
  cat <<'END'
sh install.sh --from FILE [--data-dir DIR] [--port N] [--tls-port N] [--no-start] [--verbose]
sh install.sh --rollback [--yes]
sh install.sh --uninstall [--purge [--yes]]

  --from FILE     the built executable (or INSTALL_FROM)
  --data-dir DIR  where everything is kept: /var/lib/balcao (or INSTALL_DATA_DIR)
  --port N        the plain port of a first installation: 80 (or INSTALL_PORT)
  --tls-port N    its port of https: 443 (or INSTALL_TLS_PORT)
  --no-start      put everything in place and start nothing
  --rollback      go back to the release before, with the data as it was before the last upgrade;
                  what was written since goes aside, and a second --rollback brings it back
  --uninstall     remove the program; data and settings stay
  --purge         with --uninstall: remove data and settings too
  --yes           ask nothing
  --root DIR      work below DIR, without user, owners and service: for packages and tests
  --verbose       show each step

A second run is an upgrade in place. Settings in /etc/balcao are never overwritten.
END
}

main() {
  from=${INSTALL_FROM-} data=${INSTALL_DATA_DIR-} port=${INSTALL_PORT-80} tls_port=${INSTALL_TLS_PORT-443}
  umask 022
  root='' start=yes sure=no purge=no action=put
  while [ $# -gt 0 ]; do
    case $1 in
      --from | --data-dir | --port | --tls-port | --root)
        [ $# -gt 1 ] || misused "$1 needs a value"
        case $1 in
          --from) from=$2 ;;
          --data-dir) data=$2 ;;
          --port) port=$2 ;;
          --tls-port) tls_port=$2 ;;
          --root) root=${2%/} ;;
        esac
        shift
        ;;
      --no-start) start=no ;;
      --rollback) action=take_back ;;
      # Of balcao-finish.service, when the machine starts.
      --finish) action=finish ;;
      --uninstall) action=take_away ;;
      --purge) purge=yes ;;
      --yes) sure=yes ;;
      --verbose) set -x ;;
      -h | --help) usage; exit 0 ;;
      *) misused "unknown option $1" ;;
    esac
    shift
  done
  programs=$root/opt/balcao
  settings=$root/etc/balcao
  unit=$root/etc/systemd/system/balcao.service
  finisher=$root/etc/systemd/system/balcao-finish.service
  command=$root/usr/local/bin/balcao
  # An installed service knows its data folder.
  if [ -z "$data" ] && [ -f "$unit" ]; then data=$(sed -n 's/^WorkingDirectory=//p' "$unit"); fi
  data=${data:-/var/lib/balcao}
  # What was there before the last upgrade; the same while it comes back; what it replaces then.
  kept=$root$data/before-upgrade going_back=$root$data/going-back aside=$root$data/after-upgrade
  check_names
  $action
}

put() {
  check_file
  if [ -z "$root" ]; then check_machine; fi
  mkdir -p "$programs"
  be_alone
  resume
  before=$(readlink "$programs/current" || true)
  make_account
  make_folders
  make_settings
  make_release
  make_units
  if [ -n "$root" ]; then
    keep_data || fail "the data could not be kept beside it"
    take_place "$release"
    say "Balcão $label is in place below $root."
    return
  fi
  if [ "$before" = "$release" ] && [ "$renewed" = no ] && running; then
    say "Balcão $label is installed and running: nothing to do."
    return
  fi
  put_in_service
}

take_back() {
  if [ -z "$root" ]; then check_root; fi
  [ -e "$programs/current" ] || fail "nothing is installed"
  be_alone
  release=$(readlink "$programs/current")
  if [ ! -d "$going_back" ]; then choose_before; fi
  hold_on
  if [ -z "$root" ]; then systemctl stop balcao.service; fi
  if [ ! -d "$going_back" ]; then
    # Its messages since may have been sent: the box starts in safe mode.
    rm -f "$kept/rolled-back"
    touch -r "$kept/release" "$kept/rolled-back"
    chmod 0644 "$kept/rolled-back"
    begin_going_back
  fi
  before=$(release_in "$going_back")
  go_on_back
  rm -rf "$kept"
  mv "$aside" "$kept"
  if [ -z "$root" ] && ! begin; then fail "${before#releases/} is in place again, on the data it had, and did not become ready: journalctl -u balcao -n 50"; fi
  say "${before#releases/} is in place again, on the data it had, and lets nothing out until its owner has looked at it (safe mode).
What was written since lies in $data/before-upgrade until the next upgrade: --rollback again goes there."
}

choose_before() {
  before=$(release_in "$kept")
  if [ -z "$before" ] || [ "$before" = "$release" ] || [ ! -x "$programs/$before/balcao" ]; then fail "there is no release before ${release#releases/} that has its data here"; fi
  if [ "$sure" = no ]; then confirm "Back to ${before#releases/}, with the data of $(date -r "$kept/release" '+%Y-%m-%d %H:%M'): what was written since goes aside." back; fi
}

# A power cut in the middle of an upgrade, before the new release was ready, or while the one before came back.
finish() {
  if [ -z "$root" ]; then check_root; fi
  be_alone
  if [ -e "$kept/unproven" ]; then begin_going_back; fi
  if [ ! -d "$going_back" ]; then return; fi
  failed=no
  if [ -e "$going_back/unproven" ]; then failed=yes; fi
  go_on_back
  if [ "$failed" = yes ]; then
    rm -rf "$aside"
  else
    rm -rf "$kept"
    mv "$aside" "$kept"
  fi
}

take_away() {
  if [ "$purge" = yes ] && [ "$sure" = no ]; then confirm "This removes every conversation in $root$data for good." balcao; fi
  if [ -z "$root" ]; then
    check_root
    if [ -d "$programs" ]; then be_alone; fi
    systemctl disable --now --quiet balcao.service balcao-finish.service 2>/dev/null || true
  fi
  rm -rf "$programs"
  rm -f "$unit" "$finisher" "$command"
  if [ -z "$root" ]; then systemctl daemon-reload; fi
  if [ "$purge" = no ]; then
    say "Balcão is removed. Its data stays in $data and its settings in /etc/balcao; --uninstall --purge removes them too."
    return
  fi
  rm -rf "$root$data" "$settings"
  if [ -z "$root" ]; then userdel balcao 2>/dev/null || true; fi
  say "Balcão, its data and its settings are removed."
}

# --- what is refused

check_names() {
  case $data in
    *[!A-Za-z0-9/._-]* | */../* | */.. | */ | *//*) fail "--data-dir $data: use a plain absolute path" ;;
    /home/* | /root/* | /run/user/*) fail "--data-dir $data: the service cannot see home folders" ;;
    /etc/* | /usr/* | /opt/balcao* | /proc/* | /sys/* | /dev/* | /tmp/* | /var/tmp/*) fail "--data-dir $data: not a place for data" ;;
    /*/*) ;;
    *) fail "--data-dir $data: use an absolute path such as /srv/balcao" ;;
  esac
  check_port --port "$port"
  check_port --tls-port "$tls_port"
  [ "$port" != "$tls_port" ] || misused "--port and --tls-port: two ports are needed"
}

check_port() {
  case $2 in
    '' | *[!0-9]* | ??????*) misused "$1 $2: a number is needed" ;;
  esac
  { [ "$2" -ge 1 ] && [ "$2" -le 65535 ]; } || misused "$1 $2: from 1 to 65535"
}

check_file() {
  [ -n "$from" ] || misused "--from FILE is needed: the executable that \`npm run build\` makes"
  [ -f "$from" ] || fail "$from: no such file"
  # Run from a private copy: what is checked is what is installed.
  draft=$(mktemp -d)
  trap 'rm -rf "$draft"' EXIT
  trap 'exit 1' HUP INT TERM
  cp "$from" "$draft/balcao"
  chmod 0755 "$draft/balcao"
  told=$(cd "$draft" && clean ./balcao version --json 2>/dev/null) || fail "$from does not run here: is it a build of Balcão for $(uname -m), and is the C library glibc?"
  version=$(printf '%s' "$told" | sed -n 's/.*"version" *: *"\([A-Za-z0-9.+-]*\)".*/\1/p')
  [ -n "$version" ] || fail "$from does not say its version: is it a build of Balcão?"
  label=$version-$(sha256sum "$draft/balcao" | cut -c 1-8)
  release=releases/$label
}

check_machine() {
  check_root
  [ -d /run/systemd/system ] || { by_hand >&2; exit 1; }
  free=$(df -Pk /opt /var/lib | awk 'NR > 1 && (least == "" || $4 < least) { least = $4 } END { print int(least / 1024) }')
  [ "$free" -ge 2048 ] || fail "only $free MB are free, 2048 are needed"
  if running || [ -f "$settings/config.toml" ] || ! command -v ss >/dev/null 2>&1; then return; fi
  for wanted in "--port $port" "--tls-port $tls_port"; do
    holder=$(ss -Hltnp "sport = :${wanted#* }" | head -n 1)
    [ -z "$holder" ] || fail "port ${wanted#* } is taken: $holder. Choose another with ${wanted% *}."
  done
}

# Before anything stops: no room for a copy of the data would be found with the box down.
check_room() {
  if [ -z "$before" ] || [ "$before" = "$release" ]; then return; fi
  needed=64
  for part in control.sqlite control.sqlite-wal companies; do
    if [ -e "$data/$part" ]; then needed=$((needed + $(du -sm "$data/$part" | cut -f 1))); fi
  done
  free=$(df -Pk "$data" | awk 'NR > 1 { print int($4 / 1024) }')
  [ "$free" -ge "$needed" ] || fail "only $free MB are free in $data, and $needed are needed to keep its databases beside it: nothing was changed"
}

# Two at once would take each other's drafts and copies.
be_alone() {
  if ! command -v flock >/dev/null 2>&1; then return; fi
  exec 9>"$programs/lock"
  flock -n 9 || fail "another installation, upgrade or rollback is running"
}

# From here on it is one release or the other, whoever hangs up or presses Ctrl-C.
hold_on() {
  trap '' HUP
  trap : INT TERM
}

check_root() {
  [ "$(id -u)" = 0 ] || fail "run it as root: sudo sh install.sh …"
}

by_hand() {
  cat <<END
install.sh: this machine is not run by systemd, so nothing was installed. By hand:
  1. make a user:        useradd --system --no-create-home --shell /usr/sbin/nologin balcao
  2. make its folder:    mkdir -p $data && chown balcao: $data && chmod 0700 $data
  3. put the program:    cp $from /usr/local/bin/balcao && chmod 0755 /usr/local/bin/balcao
  4. run, as that user:  balcao serve --data $data --port $port --tls-port $tls_port
     Ports below 1024 take more: setcap cap_net_bind_service=+ep /usr/local/bin/balcao
     It ends with 78 when a setting is wrong: don't start it again then. SIGTERM stops it.
  5. claim it:           balcao setup-link --data $data --port $port --tls-port $tls_port
END
}

confirm() {
  printf '%s Type %s to go on: ' "$1" "$2"
  read -r typed </dev/tty || fail "nobody is there to confirm: say --yes"
  [ "$typed" = "$2" ] || fail "nothing was done"
}

# --- what is put in place

make_account() {
  if [ -n "$root" ] || id balcao >/dev/null 2>&1; then return; fi
  useradd --system --user-group --home-dir "$data" --no-create-home --shell "$(command -v nologin || echo /usr/sbin/nologin)" balcao
}

make_folders() {
  folder 0755 root "$programs"
  folder 0755 root "$programs/releases"
  folder 0750 root:balcao "$settings"
  folder 0700 balcao:balcao "$root$data"
  mkdir -p "$(dirname "$unit")" "$(dirname "$command")"
}

folder() {
  mkdir -p "$3"
  chmod "$1" "$3"
  if [ -z "$root" ]; then chown "$2" "$3"; fi
}

make_settings() {
  if [ -f "$settings/config.toml" ]; then return; fi
  cat >"$settings/config.toml.draft" <<END
# Settings of Balcão. After a change: systemctl restart balcao
host = "0.0.0.0"
# Plain http explains how a device comes to trust this box, and leads to https.
port = $port
tls_port = $tls_port
# local: certificates of the box's own; files: what \`balcao tls import\` was given; proxy: something in front has one; off: no https.
# tls = "local"
# Names and addresses by which this machine is reached and which it does not know itself:
# tls_names = ["balcao.lan"]
# The address that people type, when it is not this machine's own:
# public_url = "https://balcao.example.com"
# The proxies whose word about a visitor's address is believed:
# trusted_proxies = ["127.0.0.1"]
END
  chmod 0640 "$settings/config.toml.draft"
  if [ -z "$root" ]; then chown root:balcao "$settings/config.toml.draft"; fi
  mv "$settings/config.toml.draft" "$settings/config.toml"
}

make_release() {
  if [ ! -x "$programs/$release/balcao" ]; then
    rm -rf "$programs/draft"
    mkdir -m 0755 "$programs/draft"
    cp "$draft/balcao" "$programs/draft/balcao"
    chmod 0755 "$programs/draft/balcao"
    sync
    rm -rf "${programs:?}/$release"
    mv "$programs/draft" "$programs/$release"
  fi
  if [ "$(readlink "$command" || true)" != /opt/balcao/current/balcao ]; then ln -sfn /opt/balcao/current/balcao "$command"; fi
}

# A link is put in place by a rename: there is always a whole one.
point_to() {
  ln -sfn "$1" "$programs/current.draft"
  mv -fT "$programs/current.draft" "$programs/current"
}

# Each release keeps its unit, since one that is gone back to may not know what a newer unit asks of it.
make_units() {
  if [ -n "$before" ] && [ -f "$unit" ] && [ ! -f "$programs/$before/balcao.service" ]; then cp "$unit" "$programs/$before/balcao.service"; fi
  unit_text | put_file "$programs/$release/balcao.service"
  renewed=yes
  if cmp -s "$programs/$release/balcao.service" "$unit"; then renewed=no; fi
  # From a pipe there is no script to keep.
  if [ ! -f "$0" ]; then return; fi
  put_file "$programs/install.sh" <"$0"
  finisher_text | put_file "$finisher"
}

# Whole or not at all, and only where it differs.
put_file() {
  cat >"$1.draft" || return 1
  if cmp -s "$1.draft" "$1"; then
    rm "$1.draft"
  else
    chmod 0644 "$1.draft" && mv -f "$1.draft" "$1"
  fi
}

take_place() {
  if [ -f "$programs/$1/balcao.service" ]; then put_file "$unit" <"$programs/$1/balcao.service" || return 1; fi
  if [ "$(readlink "$programs/current" || true)" != "$1" ]; then point_to "$1" || return 1; fi
  if [ -n "$root" ]; then return; fi
  # The link may lie on another disk than the data that the release is about to change.
  sync
  systemctl daemon-reload
}

finisher_text() {
  cat <<END
[Unit]
Description=Balcão: ends an upgrade that a power cut interrupted
ConditionPathExists=|$data/going-back
ConditionPathExists=|$data/before-upgrade/unproven
RequiresMountsFor=$data /opt/balcao
Before=balcao.service

[Service]
Type=oneshot
ExecStart=/bin/sh /opt/balcao/install.sh --finish

[Install]
WantedBy=multi-user.target
END
}

unit_text() {
  if [ "$data" = /var/lib/balcao ]; then
    place='StateDirectory=balcao
StateDirectoryMode=0700'
  else
    place="ReadWritePaths=$data"
  fi
  cat <<END
[Unit]
Description=Balcão
After=network-online.target
Wants=network-online.target
# Nobody is there to start it again.
StartLimitIntervalSec=0

[Service]
Type=exec
User=balcao
Group=balcao
ExecStart=/opt/balcao/current/balcao serve --data $data --config /etc/balcao/config.toml
ExecStartPost=/opt/balcao/current/balcao healthcheck --wait 60 --pid=\${MAINPID} --data $data --config /etc/balcao/config.toml
ExecStartPost=+/bin/rm -f $data/before-upgrade/unproven
WorkingDirectory=$data
TimeoutStopSec=30
KillMode=mixed
Restart=always
RestartSec=2
RestartPreventExitStatus=78
LimitNOFILE=65536
UMask=0077
$place
RuntimeDirectory=balcao
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
# A compiler runs inside: without this it turns itself off, and everything is many times slower.
MemoryDenyWriteExecute=no
OOMPolicy=stop

[Install]
WantedBy=multi-user.target
END
}

# --- what is started

put_in_service() {
  was_running=no
  if running; then was_running=yes; fi
  # A service that its owner stopped stays stopped.
  if [ -n "$before" ] && [ "$was_running" = no ]; then start=no; fi
  check_room
  hold_on
  if [ "$start" = no ]; then
    if [ "$was_running" = no ]; then keep_data || fail "the data could not be kept beside it: nothing was changed"; fi
    take_place "$release"
    enable
    say "Balcão $label is in place and not running: systemctl start balcao"
    return
  fi
  systemctl stop balcao.service 2>/dev/null || true
  if ! keep_data; then
    begin || true
    fail "the data could not be kept beside it, so nothing was changed and ${before#releases/} runs on"
  fi
  if take_place "$release" && enable && begin; then
    drop_old_releases
    welcome
    return
  fi
  go_back
}

enable() {
  systemctl enable --quiet balcao.service
  if [ -f "$finisher" ]; then systemctl enable --quiet balcao-finish.service; fi
}

begin() {
  systemctl reset-failed balcao.service 2>/dev/null || true
  systemctl restart balcao.service && program healthcheck --wait 60 >/dev/null
}

# A newer release may change the files, and an older one refuses them then. `unproven` goes once the new one is ready.
keep_data() {
  if [ -z "$before" ] || [ "$before" = "$release" ]; then return; fi
  # A box that ran on what came back has read the mark, or is one that knows of none; one that never came up starts in safe mode all the same.
  if [ "${was_running-no}" = yes ]; then rm -f "$root$data/rolled-back"; fi
  rm -rf "$kept" "$kept.draft" "$aside"
  if copy_data "$kept.draft" && { [ -n "$root" ] || sync; } && mv "$kept.draft" "$kept"; then return; fi
  rm -rf "$kept.draft"
  return 1
}

copy_data() {
  mkdir -m 0700 "$1" || return 1
  for part in control.sqlite control.sqlite-wal companies rolled-back; do
    if [ -e "$root$data/$part" ]; then cp -Rp "$root$data/$part" "$1/" || return 1; fi
  done
  printf '%s\n' "$before" >"$1/release" || return 1
  if [ "$start" = yes ]; then : >"$1/unproven" || return 1; fi
}

go_back() {
  systemctl stop balcao.service 2>/dev/null || true
  if [ -z "$before" ] || [ "$before" = "$release" ]; then
    fail "Balcão did not become ready. What it said: journalctl -u balcao -n 50"
  fi
  if [ "$(cat "$kept/release" 2>/dev/null)" = "$before" ]; then begin_going_back; fi
  go_on_back
  take_place "$before" || true
  # Nobody wants to go to that one later.
  rm -rf "$aside" "${programs:?}/$release"
  begin || fail "$label did not become ready, nor does ${before#releases/} again, on the data it had: journalctl -u balcao -n 100"
  fail "$label did not become ready, so ${before#releases/} runs again on the data it had. What the new one said: journalctl -u balcao -n 50"
}

begin_going_back() {
  rm -rf "$aside"
  mv "$kept" "$going_back"
}

resume() {
  if [ ! -d "$going_back" ]; then return; fi
  if [ -z "$root" ]; then systemctl stop balcao.service; fi
  go_on_back
}

# By renames, of which each may be the last before a power cut: it goes on from there.
go_on_back() {
  if [ ! -d "$going_back" ]; then return; fi
  before=$(release_in "$going_back")
  [ -n "$before" ] || fail "$going_back is not what an upgrade kept: look at it"
  refuse_links
  mkdir -p "$aside"
  chmod 0700 "$aside"
  if [ ! -e "$aside/release" ]; then readlink "$programs/current" >"$aside/release"; fi
  if [ -e "$going_back/companies" ]; then
    put_aside companies
    mv "$going_back/companies" "$root$data/companies"
  fi
  if [ -e "$going_back/control.sqlite" ]; then
    for part in control.sqlite-wal control.sqlite-shm control.sqlite; do put_aside "$part"; done
    mv "$going_back/control.sqlite" "$root$data/control.sqlite"
  fi
  if [ -e "$going_back/control.sqlite-wal" ]; then mv "$going_back/control.sqlite-wal" "$root$data/control.sqlite-wal"; fi
  if [ -e "$going_back/rolled-back" ]; then mv "$going_back/rolled-back" "$root$data/rolled-back"; fi
  take_place "$before"
  # A folder that is half deleted says no release any more.
  mv "$going_back" "$kept.draft"
  rm -rf "$kept.draft"
}

# The release that what is kept belongs to; nothing where there is none. The folder is the service's, and what it says decides what root puts in place: only what root put among the releases is believed.
release_in() {
  if [ -L "$1" ] || [ ! -f "$1/release" ] || [ -L "$1/release" ]; then return; fi
  said=$(head -c 200 "$1/release" | head -n 1)
  case $said in
    releases/*[!A-Za-z0-9.+-]* | releases/.* | releases/) return ;;
    releases/*) if [ -x "$programs/$said/balcao" ]; then printf '%s\n' "$said"; fi ;;
  esac
}

# The service's user may have laid them, and root would write where they lead.
refuse_links() {
  link=$(find "$going_back" "$kept" "$aside" "$root$data/companies" -type l 2>/dev/null | head -n 1)
  [ -z "$link" ] || fail "$link is a link, which no upgrade makes: look at it"
}

put_aside() {
  if [ -e "$root$data/$1" ]; then mv "$root$data/$1" "$aside/$1"; fi
}

# The one in use and the one whose data is kept stay.
drop_old_releases() {
  stays=$(cat "$kept/release" 2>/dev/null || echo none)
  find "$programs/releases" -mindepth 1 -maxdepth 1 ! -path "$programs/$release" ! -path "$programs/$stays" -exec rm -rf {} +
}

welcome() {
  at=$(port_in port 8080)
  tls_at=$(port_in tls_port 8443)
  address=$(hostname -I 2>/dev/null | awk '{ print $1 }')
  address=${address:-localhost}
  say "Balcão $label is running."
  if [ "$at" = 80 ]; then say "  address:   http://$address"; else say "  address:   http://$address:$at"; fi
  if setup=$(program setup-link 2>/dev/null); then
    say "  claim it:  $(printf '%s' "$setup" | sed "s#//localhost:#//$address:#")   (within 30 minutes; later, as root: balcao setup-link --data $data --config /etc/balcao/config.toml)"
  fi
  say "  data:      $data"
  say "  settings:  /etc/balcao/config.toml"
  say "  its log:   journalctl -u balcao -f"
  if command -v ufw >/dev/null 2>&1 && ufw status 2>/dev/null | grep -q '^Status: active'; then
    say "  firewall:  ufw allow $at,$tls_at/tcp   lets other machines in"
  elif command -v firewall-cmd >/dev/null 2>&1 && firewall-cmd --state >/dev/null 2>&1; then
    say "  firewall:  firewall-cmd --add-port=$at/tcp --add-port=$tls_at/tcp --permanent && firewall-cmd --reload   lets other machines in"
  fi
}

port_in() {
  found=$(sed -n "s/^ *$1 *= *\([0-9]*\).*/\1/p" "$settings/config.toml")
  printf '%s' "${found:-$2}"
}

running() {
  systemctl is-active --quiet balcao.service
}

# The installed program, as the service's user: what it writes must be the service's.
program() {
  what=$1
  shift
  set -- /opt/balcao/current/balcao "$what" --data "$data" --config /etc/balcao/config.toml "$@"
  if command -v runuser >/dev/null 2>&1; then
    (cd "$data" && clean runuser -u balcao -- "$@")
  else
    (cd "$data" && clean su -s /bin/sh balcao -c "$*")
  fi
}

# Settings in the caller's environment are not the service's.
clean() {
  env -i PATH="$PATH" HOME=/nonexistent "$@"
}

say() {
  printf '%s\n' "$1"
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

misused() {
  printf 'install.sh: %s\n\n' "$1" >&2
  usage >&2
  exit 2
}

main "$@"
