#!/usr/bin/env bash
# rabbitmq.sh [--stall] [quorum|mirrored ...]: runs RabbitMQ's PerfTest 2.22.1 and the consumer
# benchmark of brokerbench alternately against one cluster of three nodes, which the script starts and
# ends. Both have 20 publishers and 20 consumers with one connection each, 10 queues, persistent
# messages of 1000 B, 10 unconfirmed messages per publisher, prefetch 100, acknowledgements of 10
# messages, and the same JVM flags. Two loads: 100/s per publisher, and a closed loop at the limit of
# unconfirmed messages. Each run has new queues and warms up before its window. PerfTest first warms up
# the nodes for 5 s, without output. A line is printed for each run, and the table of
# docs/PERFORMANCE.md at the end.
#
#   --stall   4 publishers of 100/s each, 2 queues, 25 s, with all nodes stopped (SIGSTOP) for 5 s in
#             the middle; no warm-up, one run per tool
#
# The default queue types are quorum and mirrored, with --stall only quorum. Environment variables:
# PAIRS (5), WARMUP_SECONDS (20), WINDOW_SECONDS (10), RATE of a publisher (100), LIMIT of a publisher
# (10), KEEP, a directory for the output of both tools and the results of brokerbench, which are
# otherwise removed, and PAIRS_FILE, a file to which the pairs are appended, in place of the table.
#
# "e2e" is the latency to the consumer, "confirm" that from the send to its confirm, "resp" that from
# the intended time to the confirm. PerfTest has no intended time, so its e2e starts at the send; its
# latencies and its recv/s include the warm-up. "sent/s" and "us/msg", the processor time of the whole
# JVM per message sent, from /proc/PID/stat, are those between the first and the last line that is
# printed for a second of the window; "CPU s" is that of the whole process, including start and end;
# both include the just-in-time compiler. "MiB" is the peak memory (VmHWM). Linux only.
#
# Exit codes: 0 measured; 1 a run failed, or that of brokerbench was INVALID; 2 bad input; 3 no
# cluster; 130 and 143 interrupted.
set -euo pipefail
set -m # Children get process groups of their own, so that this script forwards signals to them.

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"
# shellcheck source=scripts/lib/peers.sh
source "$root/scripts/lib/peers.sh"

stall=
types=()
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help)
      print_help
      exit 0
      ;;
    --stall) stall=yes ;;
    quorum | mirrored) types+=("$1") ;;
    *)
      echo "rabbitmq.sh: there is no \"$1\" here; quorum, mirrored, --stall" >&2
      exit 2
      ;;
  esac
  shift
done
rate=${RATE:-100}
limit=${LIMIT:-10}
if [ "$stall" ]; then
  [ ${#types[@]} -gt 0 ] || types=(quorum)
  least=10 pairs=${PAIRS:-1} warmup=0 window=${WINDOW_SECONDS:-25} clients=4 queues=2 loads=("$rate")
else
  [ ${#types[@]} -gt 0 ] || types=(quorum mirrored)
  least=4 pairs=${PAIRS:-5} warmup=${WARMUP_SECONDS:-20} window=${WINDOW_SECONDS:-10}
  clients=20 queues=10 loads=("$rate" closed)
fi
require_number PAIRS "$pairs" 1
require_number WARMUP_SECONDS "$warmup" 0
require_number WINDOW_SECONDS "$window" "$least"
require_number RATE "$rate" 1
require_number LIMIT "$limit" 1
# PerfTest takes a rate from it, also in the closed loop.
unset RATE

STALL_SECONDS=5
# PerfTest leaves its queues behind; unused queues expire after this time.
EXPIRES_MILLIS=5000

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
nodes=()
stopper=

before_down() {
  if [ "$stopper" ]; then kill -KILL -- "-$stopper" 2>/dev/null || true; fi
  if [ ${#nodes[@]} -gt 0 ]; then kill -CONT "${nodes[@]}" 2>/dev/null || true; fi
}

make_scratch
begin_pairs
child "$root/mvnw" -q -B -Dstyle.color=never -f "$root/scripts/peers/rabbitmq-pom.xml" dependency:build-classpath \
  -Dmdep.outputFile="$scratch/classpath" >&2 || exit 1
start_cluster driver=rabbitmq cluster.nodes=3
mapfile -t nodes < <(sed -n 's/^r[0-9]*: process //p' "$scratch/up")
uris=amqp://${address//;/,amqp://}

# Stops all nodes in the middle of the window; called after its first second.
stop_and_continue() {
  {
    sleep $(((window - STALL_SECONDS) / 2 - 1))
    kill -STOP "${nodes[@]}"
    sleep "$STALL_SECONDS"
    kill -CONT "${nodes[@]}"
  } &
  stopper=$!
}

first_second() {
  if [ "$stall" ]; then stop_and_continue; fi
}

ended() {
  if [ "$stopper" ]; then
    wait "$stopper" || true
    stopper=
  fi
}

# row TYPE LOAD PAIR TOOL RECEIVED E2E CONFIRM RESPONSE, latencies as p50 p95 p99 in ms.
row() {
  # shellcheck disable=SC2059 # the one format of all lines
  printf "$format" "$1" "$2" "$3" "$4" "$sent_per_second" "$5" "$6" "$7" "$8" "$cost" \
    "$(awk "BEGIN {printf \"%.1f\", $at_ticks / $ticks}")" $((peak_kb / 1024))
}
format='%-8s  %-6s  %4s  %-11s  %7s  %7s  %20s  %20s  %20s  %6s  %5s  %4s\n'

# The p50, p95 and p99 in ms from a summary line of PerfTest: min/median/75th/95th/99th in us.
summary() {
  sed -n "s|^.*, $2 latency min/median/75th/95th/99th \([0-9/]*\) .*|\1|p" "$1" |
    awk -F/ '{printf "%.1f %.1f %.1f", $2 / 1e3, $4 / 1e3, $5 / 1e3}'
}

run_peer() {
  local type=$1 load=$2 pair=$3 name=peer-$1-$2-$3 prefix='' kind=() throttle=()
  local log=$out/$name.log
  case "$type" in
    quorum) kind=(-qq) ;;
    # The policy of clusters started by brokerbench matches this prefix.
    mirrored) kind=(-ad false) prefix=mirrored. ;;
  esac
  [ "$load" = closed ] || throttle=(-r "$load")
  measure "$log" "$java" -Xms1g -Xmx1g -cp "$(<"$scratch/classpath")" com.rabbitmq.perf.PerfTest \
    -H "$uris" -d "$name" -z $((warmup + window)) -x "$clients" -y "$clients" \
    -qp "$prefix$name-%d" -qpf 1 -qpt "$queues" "${kind[@]}" -qa "x-expires=$EXPIRES_MILLIS" \
    -f persistent -s 1000 -c "$limit" -q 100 -A 10 "${throttle[@]}" || failed "$log" "PerfTest failed"
  row "$type" "$load" "$pair" PerfTest \
    "$(sed -n 's|^.*, receiving rate avg: \([0-9]*\) msg/s.*|\1|p' "$log")" \
    "$(summary "$log" consumer)" "$(summary "$log" confirm)" n/a
  peer_rate=$sent_per_second peer_cost=$cost
  sleep $((EXPIRES_MILLIS / 1000 + 1))
}

run_ours() {
  local type=$1 load=$2 pair=$3 name=bench-$1-$2-$3 pace=closed response=n/a
  local json
  [ "$load" = closed ] || pace=$((load * clients))/s
  measure_ours "$out/$name.log" "$name" --driver rabbitmq -t "$name" --warmup "${warmup}s" \
    --duration "${window}s" --rate "$pace" --in-flight "$limit each" \
    --size 1000 --clients "$clients" -w 1 -ri 1000 --set limits.achieved=0 \
    --set load.mode=async --set "load.threads=$clients" --set "topic.queues=$queues" \
    --set "rabbitmq.queue-type=$type" --set rabbitmq.exchange=direct --set rabbitmq.persistent=true \
    --set rabbitmq.prefetch=100 --set rabbitmq.ack-every=10 --set rabbitmq.ack-within=0
  [ "$load" = closed ] || response=$(latency "$json" response)
  row "$type" "$load" "$pair" brokerbench \
    "$(figure "$json" throughput receivedPerSecond | awk '{printf "%.0f", $1}')" \
    "$(latency "$json" endToEnd)" "$(latency "$json" service)" "$response"
  our_rate=$sent_per_second our_cost=$cost
}

# Warms up the nodes, so that the first run of a pair does not meet cold ones.
warm_nodes() {
  local warmup=0 window=5 stall=
  run_peer "$1" closed 0 >/dev/null
}

# shellcheck disable=SC2059
printf "$format" queues load pair tool sent/s recv/s "e2e p50 p95 p99 ms" "confirm p50 p95 p99" \
  "resp p50 p95 p99" us/msg "CPU s" MiB
pairs_in_all=$((${#types[@]} * ${#loads[@]} * pairs))
for type in "${types[@]}"; do
  warm_nodes "$type"
  for load in "${loads[@]}"; do
    name="$type closed loop"
    [ "$load" = closed ] || name="$type $((load * clients))/s"
    for ((pair = 1; pair <= pairs; pair++)); do
      begin_pair "$name" "$pair"
      run_peer "$type" "$load" "$pair"
      run_ours "$type" "$load" "$pair"
      [ "$stall" ] || end_pair PerfTest "$name" "$pair"
    done
  done
done
[ "$stall" ] || end_pairs
