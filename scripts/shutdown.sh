#!/usr/bin/env bash
# shutdown.sh producer|batchproducer|consumer|tproducer: RocketMQ's shutdown.sh, for the benchmarks here. Sends
# SIGTERM to all benchmarks of that tool that this user has started, by its script or by bench: each ends as with
# Ctrl-C, and writes its result. Runs of a workload file (bench run) are left alone.
#
# Exit codes: 0 sent; 1 no such benchmark is running; 2 bad input.
set -euo pipefail

case "${1:-}" in
  -h | --help)
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"
    exit 0
    ;;
  producer | batchproducer | consumer | tproducer) tool=$1 ;;
  # RocketMQ's name.
  bproducer) tool=batchproducer ;;
  *)
    echo "shutdown.sh: must be producer, batchproducer, consumer or tproducer, got \"${1:-}\"" >&2
    exit 2
    ;;
esac

# Of a JVM alone: a program such as timeout, which has the same words behind it, passes the signal on.
sent=1
for pid in $(ps -ww -u "$(id -u)" -o pid=,args= | awk -v tool="$tool" '
  $2 ~ /(^|\/)java$/ {
    for (i = 3; i < NF; i++) if ($i == "io.brokerbench.cli.BenchMain") { if ($(i + 1) == tool) print $1; next }
  }'); do
  # One that has just ended needs none.
  if kill "$pid" 2>/dev/null; then
    echo "shutdown.sh: $tool with process ID $pid ends, and writes its result"
    sent=0
  fi
done
[ "$sent" -eq 0 ] || echo "shutdown.sh: no $tool of this user is running" >&2
exit "$sent"
