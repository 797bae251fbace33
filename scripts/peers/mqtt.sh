#!/usr/bin/env bash
# mqtt.sh [RATE ...]: runs Locust 2.47.0 (locust.contrib.mqtt) and the consumer benchmark of
# brokerbench with HiveMQ's client alternately against one mosquitto, which the script starts and
# ends. Both have 50 publishers, each with a topic and a subscriber of its own, QoS 1 and 128 B. Rates
# are messages per second of all publishers together, by default 500, 2,000 and 5,000. A line is
# printed for each run, and the table of docs/PERFORMANCE.md at the end.
#
# Environment variables: PAIRS (5), WARMUP_SECONDS (20), WINDOW_SECONDS (10), KEEP, a directory for the
# output of both tools and the results of brokerbench, which are otherwise removed, and PAIRS_FILE, a
# file to which the pairs are appended, in place of the table. Requires python3 with venv; Locust is installed into
# a temporary directory from pip's package index, and removed at the end.
#
# "e2e" is the latency to the subscriber, "confirm" that from the send to PUBACK, "resp" that from the
# intended time to PUBACK. Locust has no intended time, so its e2e starts at the send; that of
# brokerbench starts at the intended time. Locust's latencies and its recv/s include the warm-up.
# "sent/s" and "us/msg", the processor time of the whole process per message sent, from /proc/PID/stat,
# are those between the first and the last line that is printed for a second of the window; "CPU s" is
# that of the whole process, including start and end. "MiB" is the peak memory (VmHWM). Linux only.
#
# Exit codes: 0 measured; 1 a run failed, or that of brokerbench was INVALID; 2 bad input; 3 no
# broker; 130 and 143 interrupted.
set -euo pipefail
set -m # Children get process groups of their own, so that this script forwards signals to them.

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"
# shellcheck source=scripts/lib/peers.sh
source "$root/scripts/lib/peers.sh"

CLIENTS=50
case "${1:-}" in
  -h | --help)
    print_help
    exit 0
    ;;
esac
rates=("$@")
[ ${#rates[@]} -gt 0 ] || rates=(500 2000 5000)
pairs=${PAIRS:-5}
warmup=${WARMUP_SECONDS:-20}
window=${WINDOW_SECONDS:-10}
require_number PAIRS "$pairs" 1
require_number WARMUP_SECONDS "$warmup" 0
require_number WINDOW_SECONDS "$window" 4
for rate in "${rates[@]}"; do require_number RATE "$rate" 1; done

make_scratch
begin_pairs
child python3 -m venv "$scratch/venv" >&2 || exit 1
child "$scratch/venv/bin/pip" install -q locust==2.47.0 paho-mqtt==2.2.0 >&2 || exit 1
start_cluster driver=mqtt cluster.broker=mosquitto

# row RATE PAIR TOOL RECEIVED E2E CONFIRM RESPONSE, latencies as p50 p95 p99 in ms.
row() {
  # shellcheck disable=SC2059 # the one format of all lines
  printf "$format" "$1" "$2" "$3" "$sent_per_second" "$4" "$5" "$6" "$7" "$cost" \
    "$(awk "BEGIN {printf \"%.1f\", $at_ticks / $ticks}")" $((peak_kb / 1024))
}
format='%6s  %4s  %-11s  %6s  %6s  %20s  %20s  %20s  %6s  %5s  %4s\n'

run_peer() {
  local rate=$1 pair=$2 log=$out/peer-$1-$2.log received seconds=$((warmup + window))
  measure "$log" env HOST="${address%:*}" PORT="${address##*:}" USERS="$CLIENTS" RATE="$rate" \
    WINDOW="$seconds" "$scratch/venv/bin/locust" -f "$root/scripts/peers/mqtt-locustfile.py" \
    --headless --only-summary --loglevel WARNING -u $((2 * CLIENTS)) -r $((2 * CLIENTS)) \
    -t "${seconds}s" || failed "$log" "Locust failed"
  received=$(sed -n 's/^received //p' "$log")
  if [ "${received:-0}" = 0 ]; then failed "$log" "Locust delivered nothing"; fi
  row "$rate" "$pair" Locust "$received" \
    "$(sed -n 's/^e2e //p' "$log")" "$(sed -n 's/^confirm //p' "$log")" n/a
  peer_rate=$sent_per_second peer_cost=$cost
}

run_ours() {
  local rate=$1 pair=$2 name=bench-$1-$2 json
  measure_ours "$out/$name.log" "$name" --driver mqtt --warmup "${warmup}s" --duration "${window}s" \
    --rate "$rate/s" --size 128 --clients "$CLIENTS" -ri 1000 \
    --set load.mode=async --in-flight 1000 --set load.threads=2 \
    --set "mqtt.publishers=$CLIENTS" --set "topic.queues=$CLIENTS"
  row "$rate" "$pair" brokerbench \
    "$(figure "$json" throughput receivedPerSecond | awk '{printf "%.0f", $1}')" \
    "$(latency "$json" endToEnd)" "$(latency "$json" service)" "$(latency "$json" response)"
  our_rate=$sent_per_second our_cost=$cost
}

# shellcheck disable=SC2059
printf "$format" rate/s pair tool sent/s recv/s "e2e p50 p95 p99 ms" "confirm p50 p95 p99" \
  "resp p50 p95 p99" us/msg "CPU s" MiB
pairs_in_all=$((${#rates[@]} * pairs))
for rate in "${rates[@]}"; do
  for ((pair = 1; pair <= pairs; pair++)); do
    begin_pair "$rate/s" "$pair"
    run_peer "$rate" "$pair"
    run_ours "$rate" "$pair"
    end_pair Locust "$rate/s" "$pair"
  done
done
end_pairs
