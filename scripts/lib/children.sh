# shellcheck shell=bash
# What scripts share that run one benchmark after another; to be sourced.

# The launcher; another one lets tests run the tools from the classes they have.
# shellcheck disable=SC2034 # used by those who source this
BENCH=${BENCH:-$root/scripts/bench}

# All benchmarks.
# shellcheck disable=SC2034
TOOLS=(producer batchproducer consumer tproducer)

# All modes, replication/flush.
# shellcheck disable=SC2034
MODES=(async/async async/sync sync/async sync/sync)

child_pid=

# Prints the comment at the head of the script that calls.
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

# Standard error of the script, also where that of a command is redirected.
exec 3>&2

# Runs a command to its end and returns its exit code. It runs in the background because a shell
# that waits for a foreground child heeds no signal until that child has ended. Needs set -m: without
# it a JVM in the background would not heed Ctrl-C, nor end a build with all its processes.
child() {
  "$@" </dev/null 3>&- &
  child_pid=$!
  local code=0
  wait "$child_pid" || code=$?
  child_pid=
  return "$code"
}

# Ends the child, which ends its brokers and writes what it measured, and then everything it left.
end_child() {
  local pid=$child_pid
  if [ -n "$pid" ]; then
    child_pid=
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    kill -TERM -- "-$pid" 2>/dev/null || true
  fi
}

# Ends the script as a signal of this number does, once nothing of it is left.
ended_by() {
  trap '' INT TERM
  end_child
  exit $((128 + $1))
}

# The worse of two exit codes: 1 our bug, 2 bad input, 3 broker failed, 4 run invalid, 0 valid.
worse() {
  local a=$1 b=$2
  rank() { case "$1" in 0) echo 0 ;; 4) echo 1 ;; 3) echo 2 ;; 2) echo 3 ;; *) echo 4 ;; esac; }
  if [ "$(rank "$a")" -ge "$(rank "$b")" ]; then echo "$a"; else echo "$b"; fi
}
