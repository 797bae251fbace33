# shellcheck shell=bash
# Shared functions of scripts that run one benchmark after another; to be sourced.

# The launcher; tests set another one to run the tools from their own class path.
# shellcheck disable=SC2034 # used by the sourcing scripts
BENCH=${BENCH:-$root/scripts/bench}

# All benchmarks.
# shellcheck disable=SC2034
TOOLS=(producer batchproducer consumer tproducer)

# All modes, replication/flush.
# shellcheck disable=SC2034
MODES=(async/async async/sync sync/async sync/sync)

child_pid=

# Prints the head comment of the calling script.
print_help() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[1]}"
}

# Whether the first word is one of the others.
is_one_of() {
  local word=$1 each
  shift
  for each in "$@"; do
    if [ "$word" = "$each" ]; then return 0; fi
  done
  return 1
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

# Runs a tool in a mode, replication/flush, or as-is, with these flags.
in_mode() {
  local tool=$1 mode=$2 flags=()
  shift 2
  if [ "$mode" != as-is ]; then flags=(--replication "${mode%/*}" --flush "${mode#*/}"); fi
  child "$BENCH" "$tool" "${flags[@]}" "$@"
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

# The worse of two exit codes, worst first: 1 defect of brokerbench, 2 bad input, 3 broker failed,
# 4 run invalid, 0 valid.
worse() {
  local a=$1 b=$2
  rank() { case "$1" in 0) echo 0 ;; 4) echo 1 ;; 3) echo 2 ;; 2) echo 3 ;; *) echo 4 ;; esac; }
  if [ "$(rank "$a")" -ge "$(rank "$b")" ]; then echo "$a"; else echo "$b"; fi
}
