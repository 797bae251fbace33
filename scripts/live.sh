#!/usr/bin/env bash
# live.sh: measures what a live page costs the generator of the load (--live): the processor time of a
# run in memory with a reader of its events, as an open page is, next to that of a run without, in
# turn.
#
# Environment variables: RATE (1000/s); PAIRS (5) of runs; WARMUP_SECONDS (20) and WINDOW_SECONDS (60)
# of each; BENCH_JAVA_OPTS, flags of the JVM; and KEEP, a new directory for output and results, which
# are otherwise removed. Needs curl.
#
# "generator" is the number of processors that its JVM used in the window, as in run.json, without and
# with the page; "page" is their difference, in percent of one processor. The last line has the
# medians of the pairs.
#
# Exit codes: 0 measured; 1 a run failed; 2 bad input, or curl is missing; 130 and 143 interrupted.
set -euo pipefail
set -m # Children get process groups of their own, so that this script forwards signals to them.

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"

case "${1:-}" in
  -h | --help)
    print_help
    exit 0
    ;;
esac
rate=${RATE:-1000/s}
pairs=${PAIRS:-5}
warmup=${WARMUP_SECONDS:-20}
window=${WINDOW_SECONDS:-60}
require_number PAIRS "$pairs" 1
require_number WARMUP_SECONDS "$warmup" 1
require_number WINDOW_SECONDS "$window" 1
[ $# -eq 0 ] || {
  echo "live.sh: takes no arguments, got \"$1\"; see --help" >&2
  exit 2
}

# The reader may wait for a page that never came.
# shellcheck disable=SC2317 # called by cleanup
let_go() {
  if [ -n "$reader" ]; then
    kill -TERM -- "-$reader" 2>/dev/null || true
    wait "$reader" 2>/dev/null || true
  fi
}
reader=
require_new_keep
command -v curl >/dev/null || {
  echo "live.sh: curl is missing; install it" >&2
  exit 2
}
make_scratch

# Reads the events of the page whose address stands in a log, until the run has ended.
read_page() { # LOG EVENTS
  local page=
  while [ -z "$page" ]; do
    sleep 0.2
    page=$(sed -n 's/^live page: //p' "$1")
  done
  curl --silent --no-buffer --output "$2" "${page/live?/events?}"
}

# Runs once, and sets cores to the processors of the generator.
run() { # NAME [--live]
  local log=$out/$1.txt code=0
  : >"$log"
  if [ $# -gt 1 ]; then
    read_page "$log" "$out/$1.events" &
    reader=$!
  fi
  # Few senders, because the use of many varies more than what is measured.
  child "$BENCH" producer --driver memory --rate "$rate" -w 2 --warmup "${warmup}s" --duration "${window}s" \
    --out "$out/results" --name "$1" "${@:2}" >"$log" 2>&1 || code=$?
  # 4: a busy machine has made the run SUSPECT or INVALID.
  [ "$code" -eq 0 ] || [ "$code" -eq 4 ] || failed "$log" "a run failed with exit code $code"
  if [ $# -gt 1 ]; then
    wait "$reader" || true
    reader=
    grep -q '^event: verdict' "$out/$1.events" || {
      echo "live.sh: the page did not show the verdict" >&2
      exit 1
    }
  fi
  # The generator is the first process.
  cores=$(awk '/"resources"/ { found = 1 } found && /"cpuCoresMean"/ { gsub(/[^0-9.eE-]/, "", $NF); print $NF; exit }' \
    "$out"/results/*-"$1"*/run.json)
}

# Prints a row; the page's share is the difference unless it is given.
row() { # NAME WITHOUT WITH [PAGE]
  awk -v name="$1" -v without="$2" -v with="$3" -v page="${4:-}" 'BEGIN {
    printf "%5s  %17.4f  %14.4f  %5.2f%%\n", name, without, with, page == "" ? 100 * (with - without) : page }'
}

# The median of the pairs' processors without (1) and with (2) the page, and of the page's share (3).
median() { # COLUMN
  awk -v column="$1" '{ $3 = 100 * ($2 - $1); print $column }' "$scratch/pairs" | sort -g |
    awk '{ values[NR] = $1 } END { print (values[int((NR + 1) / 2)] + values[int(NR / 2) + 1]) / 2 }'
}

printf '%5s  %17s  %14s  %6s\n' pair 'generator without' 'generator with' page
for ((pair = 1; pair <= pairs; pair++)); do
  # Each side is first in every other pair.
  if ((pair % 2)); then
    run "without-$pair"
    without=$cores
    run "with-$pair" --live
  else
    run "with-$pair" --live
    with=$cores
    run "without-$pair"
    without=$cores
    cores=$with
  fi
  echo "$without $cores" >>"$scratch/pairs"
  row "$pair" "$without" "$cores"
done
row all "$(median 1)" "$(median 2)" "$(median 3)"
