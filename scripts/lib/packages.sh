# shellcheck shell=bash disable=SC2034,SC2154 # set and used by the sourcing scripts
# Shared functions of the prepare scripts, which install Debian packages without starting their services
# and remove what they installed; to be sourced. A script sets name, under which these files are kept:
#
#   NAME.packages    the packages that dpkg did not have before, each recorded just before it is installed
#   NAME.kept        the packages whose configuration or data existed before, so that undo leaves it
#   NAME.unfinished  exists from before an installation until its last step is done

records=/var/lib/brokerbench/prepare
work=$records # for temporary files

say() { echo "prepare: $*" >&2; }

fail() { # STATUS MESSAGE
  say "$2"
  exit "$1"
}

attempt() { # WHAT COMMAND...: silent on success, one line on failure
  local what=$1 log why
  shift
  log=$(mktemp -p "$work" log.XXXXXX)
  if ! "$@" >"$log" 2>&1 </dev/null; then
    why=$(grep -m 1 -i -E '^E: |error' "$log" || tail -n 1 "$log")
    rm "$log"
    fail 1 "$what failed: $why"
  fi
  rm "$log"
}

# Sets HOME where it is missing, as in some containers and cron jobs: to the home directory in the user database, or
# a private directory for a user who has none.
set_home() {
  [ -z "${HOME:-}" ] || return 0
  unset HOME # so that the tilde is the directory in the user database
  HOME=~
  if [ ! -d "$HOME" ] || [ ! -w "$HOME" ]; then
    HOME=${TMPDIR:-/tmp}/brokerbench-$(id -u)
    install -d -m 700 "$HOME"
  fi
  export HOME
}

is_root() { [ "$(id -u)" = 0 ]; }

has_records() { compgen -G "$records/$name.*" >/dev/null; }

unfinished() { [ -e "$records/$name.unfinished" ]; }

status_of() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true; } # PACKAGE

# One run works at a time. apt-get inherits the lock, because it continues when this script is killed.
lock_packages() {
  exec 8</var/lib/dpkg
  flock -n 8 || { say "waiting for another run ..."; flock 8; }
}

# Runs a command under which packages neither start nor stop services: they do so by two commands, of
# which they find others first. A policy-rc.d would apply to the whole machine and survive a kill.
without_services() { # COMMAND...
  local command
  mkdir -p "$records/no-services"
  for command in invoke-rc.d deb-systemd-invoke; do
    ln -sf /bin/true "$records/no-services/$command"
  done
  env PATH="$services_path" DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 "$@"
}
services_path=$records/no-services:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# begin_installation PACKAGE PATH...: after an interrupted installation, completes that one. The paths are
# directories of the package's configuration and data; if one is not empty, undo leaves them all.
begin_installation() {
  local path
  lock_packages
  install -d -m 755 "${records%/*}" "$records"
  if [ ! -e "$records/$name.kept" ]; then
    {
      dpkg-query -W -f '${db:Status-Status} ${binary:Package}\n' | sed -n 's/^config-files //p'
      for path in "${@:2}"; do
        [ -z "$(ls -A "$path" 2>/dev/null)" ] || echo "$1"
      done
    } >"$records/$name.new"
    mv "$records/$name.new" "$records/$name.kept"
  fi
  if unfinished; then
    attempt "completing the installation" without_services dpkg --configure -a
  fi
  touch "$records/$name.unfinished"
  attempt "apt-get update" apt-get -q update
}

install_packages() { # PACKAGE...: those of them that are not installed
  local package absent=()
  for package; do
    [ "$(status_of "$package")" = installed ] || absent+=("$package")
  done
  [ ${#absent[@]} -gt 0 ] || return 0
  say "installing ${absent[*]} ..."
  # apt-get sets the PATH of dpkg by itself.
  attempt installing without_services apt-get -q -y install --no-install-recommends \
    -o APT::Keep-Downloaded-Packages=false -o "DPkg::Path=$services_path" \
    -o "Dpkg::Options::=--status-logger=sed -un 's/^processing: install: //p' >>$records/$name.packages" \
    "${absent[@]}"
}

# finish_installation SERVICE[:PACKAGE]...: does not let a service start with the machine, if its package,
# which has the same name unless stated, was installed by this script.
finish_installation() {
  local service
  for service; do
    if grep -qsxF "${service#*:}" "$records/$name.packages"; then
      attempt "disabling the service ${service%:*}" update-rc.d "${service%:*}" disable
    fi
  done
  rm -f "$records/$name.unfinished" "$records"/log.*
  exec 8<&-
}

# Removes the recorded packages, unless a package that is not recorded needs one of them.
undo_packages() {
  local package why present=() purged=()
  if has_records; then
    lock_packages
    while read -r package; do
      case $(status_of "$package") in '' | not-installed) continue ;; esac
      present+=("$package")
      grep -qxF "$package" "$records/$name.kept" || purged+=("$package")
    done < <(sort -u "$records/$name.packages" 2>/dev/null)
  fi
  if [ ${#present[@]} -eq 0 ]; then
    say "no package is recorded as installed by scripts/$name/prepare"
  else
    why=$(LC_ALL=C dpkg --dry-run --remove --force-remove-reinstreq "${present[@]}" 2>&1) ||
      fail 1 "nothing is removed: $(grep -m 1 ' depends on ' <<<"$why" || head -n 1 <<<"$why")"
    say "removing ${present[*]} ..."
    attempt removing dpkg --remove --force-remove-reinstreq "${present[@]}"
    [ ${#purged[@]} -eq 0 ] || attempt "removing configuration" dpkg --purge "${purged[@]}"
  fi
  if has_records; then
    rm -f "$records/$name".* "$records"/log.*
    compgen -G "$records/*.*" >/dev/null || rm -r "$records"
    rmdir --ignore-fail-on-non-empty "${records%/*}"
    exec 8<&-
  fi
}

# Does the whole work of a script that only installs packages: of its arrays packages, data and services,
# and its function there.
prepare_packages() { # [undo]
  case "$#:$*" in
    0:) ;;
    1:undo)
      is_root || ! has_records || fail 3 "undo requires root"
      undo_packages
      return
      ;;
    *) fail 2 "usage: scripts/$name/prepare [undo], got \"$*\"" ;;
  esac
  if there && ! unfinished; then
    return
  fi
  if ! command -v apt-get >/dev/null || ! is_root; then
    fail 3 "$name is missing or incomplete; install it (on Debian, as root: apt-get install ${packages[*]})"
  fi
  begin_installation "${packages[0]}" "${data[@]}"
  install_packages "${packages[@]}"
  finish_installation "${services[@]}"
  there
}
