#!/usr/bin/env bash
# controller.sh [WORKERS ...]: measures what the controller of so many workers costs, by default of 1,
# 2, 5 and 20. All are JVMs of this machine, and the brokers are in the memory of the workers.
#
# Environment variables: RATE (2000/s) of all workers together, or max for as much as the senders,
# THREADS (20) in all, send in a closed loop without consumers; REPEATS (3); WARMUP_SECONDS (60) and
# WINDOW_SECONDS (30) of each run; BENCH_JAVA_OPTS, flags of the controller's JVM; and KEEP, a new
# directory for output and results, which are otherwise removed.
#
# "msg/s" is the achieved rate. "controller" is the processor time of the controller's JVM in the
# window, in percent of one processor, from /proc/PID, without that of its just-in-time compilers,
# which is "compiler": it falls for as long as the run lasts. "busy" is the number of processors of
# the machine that were busy in the window. Each is the median of the repeats; of "controller" the
# range follows. The workers' JVMs have a small heap and a simple compiler and collector, and a low
# priority, so that many of them start on few processors. Linux only.
#
# Exit codes: 0 measured; 1 a run failed; 2 bad input; 130 and 143 interrupted.
set -euo pipefail
set -m # Children get process groups of their own, so that this script forwards signals to them.

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"

# Of the workers.
small='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms32m -Xmx128m'
# Between the start of the measured time and that of the window: the first draft loads classes.
before_window=3

case "${1:-}" in
  -h | --help)
    print_help
    exit 0
    ;;
esac
counts=("$@")
[ ${#counts[@]} -gt 0 ] || counts=(1 2 5 20)
rate=${RATE:-2000/s}
threads=${THREADS:-20}
repeats=${REPEATS:-3}
warmup=${WARMUP_SECONDS:-60}
window=${WINDOW_SECONDS:-30}
for count in "${counts[@]}"; do require_number WORKERS "$count" 1; done
require_number THREADS "$threads" 1
require_number REPEATS "$repeats" 1
require_number WARMUP_SECONDS "$warmup" 1
# The last two seconds are not measured.
require_number WINDOW_SECONDS "$window" 3
if [ "$(printf '%s\n' "${counts[@]}" | sort -u | wc -l)" -lt ${#counts[@]} ]; then
  echo "controller.sh: a number of WORKERS is named twice, got \"${counts[*]}\"; REPEATS repeats each" >&2
  exit 2
fi

require_new_keep
make_scratch
workers=()

# Workers end with their controller, unless it has ended before they reached it.
# shellcheck disable=SC2317 # called by cleanup
let_go() {
  [ ${#workers[@]} -eq 0 ] || kill -TERM "${workers[@]}" 2>/dev/null || true
  wait
}

# await LOG COMMAND ...: waits until the command succeeds, as long as the controller is there.
await() {
  local log=$1
  shift
  until "$@" >/dev/null; do
    kill -0 "$child_pid" 2>/dev/null || failed "$log" "the controller has ended"
    sleep 0.2
  done
}

# Clock ticks so far: of the process, of the threads of its compiler, and of the machine while busy.
spent() {
  {
    cat "/proc/$child_pid/stat" &&
      { cat "/proc/$child_pid"/task/*/stat || true; } && # A thread may end before it is read.
      grep '^cpu ' /proc/stat
  } 2>/dev/null | awk '
    $1 == "cpu" { busy = $2 + $3 + $4 + $7 + $8; next }
    {
      compiler = /\(C[12] Comp/
      sub(/.*\) /, "")
      if (NR == 1) all = $12 + $13
      else if (compiler) of_compiler += $12 + $13
    }
    END { print all, of_compiler + 0, busy }'
}

# measure NUMBER LOG: a run with so many workers; adds a line to $scratch/figures.
measure() {
  local number=$1 log=$2 tool=consumer name address from to code=0
  local load=(--rate "$rate" --set consume.clients="$number")
  name=$(basename "$log" .log)
  : >"$log" # is read before the run writes to it
  if [ "$rate" = max ]; then
    tool=producer
    load=()
  fi
  "$BENCH" "$tool" --driver memory --workers "$number" --listen 127.0.0.1:0 "${load[@]}" \
    --warmup "${warmup}s" --duration "$((before_window + window))s" --set load.threads="$threads" \
    --name "$name" --out "$out" >"$log" 2>&1 </dev/null 3>&- &
  child_pid=$!
  await "$log" grep '^waiting for .* at 127' "$log"
  address=$(sed -n 's/^waiting for .* at \(127.*\)/\1/p' "$log")
  workers=()
  for ((worker = 1; worker <= number; worker++)); do
    BENCH_JAVA_OPTS=$small nice "$BENCH" worker --join "$address" --name "worker-$worker" \
      >"${log%.log}-worker-$worker.log" 2>&1 </dev/null 3>&- &
    workers+=($!)
    # One after the other: workers that start all at once are silent for too long.
    await "$log" grep "joined, $worker of" "$log"
  done
  await "$log" compgen -G "$out/*-$name*/intervals.csv"
  sleep "$((warmup + before_window))"
  from=$(spent) || failed "$log" "the controller has ended"
  sleep "$((window - 2))"
  to=$(spent) || failed "$log" "the controller has ended"
  wait "$child_pid" || code=$?
  child_pid=
  # A busy machine makes a run SUSPECT.
  if [ "$code" -ne 0 ] && [ "$code" -ne 4 ]; then failed "$log" "the run failed, exit code $code"; fi
  wait "${workers[@]}" || true
  workers=()
  echo "$number $from $to $(achieved "$out"/*-"$name"*/run.json)" >>"$scratch/figures"
}

# achieved FILE: messages per second.
achieved() { sed -n 's/^ *"achievedPerSecond" : \([0-9.]*\).*/\1/p' "$1" | head -n 1; }

# row NUMBER: the medians of a number of workers.
row() {
  awk -v number="$1" -v ticks="$(getconf CLK_TCK)" -v window="$((window - 2))" '
    function median(of, n,   i, j, t) {
      for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++)
        if (of[j] < of[i]) { t = of[i]; of[i] = of[j]; of[j] = t }
      return n % 2 ? of[(n + 1) / 2] : (of[n / 2] + of[n / 2 + 1]) / 2
    }
    $1 == number {
      n++
      controller[n] = (($5 - $2) - ($6 - $3)) / ticks / window * 100
      compiler[n] = ($6 - $3) / ticks / window * 100
      busy[n] = ($7 - $4) / ticks / window
      rate[n] = $8
    }
    END {
      middle = median(controller, n)
      printf "%7d  %10.0f  %10.2f  %14s  %8.2f  %5.2f\n", number, median(rate, n), middle,
        sprintf("%.2f to %.2f", controller[1], controller[n]), median(compiler, n), median(busy, n)
    }' "$scratch/figures"
}

printf '%7s  %10s  %10s  %14s  %8s  %5s\n' workers msg/s controller range compiler busy
for number in "${counts[@]}"; do
  for ((repeat = 1; repeat <= repeats; repeat++)); do
    measure "$number" "$out/controller-$number-$repeat.log"
  done
  row "$number"
done
