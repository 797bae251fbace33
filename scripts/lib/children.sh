# shellcheck shell=bash
# Shared functions of scripts that run one benchmark after another; to be sourced.

# The launcher; tests set another one to run the tools from their own class path.
# shellcheck disable=SC2034 # used by the sourcing scripts
BENCH=${BENCH:-$root/scripts/bench}

child_pid=

# Prints the head comment of the calling script.
print_help() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[1]}"
}

# File descriptor 3 is the standard error of the script, even where that of a command is redirected.
exec 3>&2

# Runs a command to its end and returns its exit code. The command runs in the background, because a
# shell handles no signal while it waits for a foreground child. Requires set -m: without it, a JVM in
# the background ignores Ctrl-C, and a build would not end with all its processes.
child() {
  "$@" </dev/null 3>&- &
  child_pid=$!
  local code=0
  wait "$child_pid" || code=$?
  child_pid=
  return "$code"
}

# failed LOG WHY: prints the last lines of the log and the reason, and ends the script.
failed() {
  tail -n 20 "$1" >&2
  echo "${0##*/}: $2" >&2
  exit 1
}

# Ends the child, which stops its brokers and writes its partial results, then its remaining processes.
end_child() {
  local pid=$child_pid
  if [ -n "$pid" ]; then
    child_pid=
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    kill -TERM -- "-$pid" 2>/dev/null || true
  fi
}

# Ends the child, then exits with the code of a signal of this number.
ended_by() {
  trap '' INT TERM
  end_child
  exit $((128 + $1))
}

# Hook of cleanup, called after the end of the child, for a script that has more to end.
let_go() { :; }

# At the end of a script with make_scratch.
# shellcheck disable=SC2317 # called by the trap
cleanup() {
  local code=$?
  trap '' INT TERM
  end_child
  let_go
  rm -rf "$scratch"
  exit "$code"
}

# require_number NAME VALUE LEAST: refuses what is not a whole number of at most six digits, or below LEAST.
require_number() {
  if ! [[ "$2" =~ ^(0|[1-9][0-9]{0,5})$ ]] || [ "$2" -lt "$3" ]; then
    echo "${0##*/}: $1 must be a whole number from $3 to 999999, got \"$2\"" >&2
    exit 2
  fi
}

# Refuses a directory KEEP with files, for a script that would take results of an earlier call for its own.
require_new_keep() {
  if [ -n "${KEEP:-}" ] && [ -n "$(ls -A "$KEEP" 2>/dev/null)" ]; then
    echo "${0##*/}: KEEP must be a new or an empty directory, got \"$KEEP\"" >&2
    exit 2
  fi
}

# Sets scratch, a temporary directory that the function cleanup removes at the end, and out: KEEP if set,
# otherwise scratch.
# shellcheck disable=SC2034 # used by the sourcing scripts
make_scratch() {
  scratch=$(mktemp -d)
  out=${KEEP:-$scratch}
  trap cleanup EXIT
  trap 'ended_by 2' INT
  trap 'ended_by 15' TERM
  mkdir -p "$out"
}
