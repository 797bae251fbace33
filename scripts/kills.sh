#!/usr/bin/env bash
# kills.sh [options]: kills runs at random moments and searches for leftovers.
#
#   --kills N        number of runs (50)
#   --seed N         repeats the cases and moments of an earlier call (random, and printed)
#   --only REGEX     only the cases whose name matches: 'rabbitmq', '/process$'
#   --heap SIZE      heap of each broker's JVM (256m)
#   --work DIR       parent of the directories of the runs; that of a clean run is removed
#                    (a new temporary directory)
#
# The cases are all combinations of broker, topology and host in CASES below, in random order. The JVM
# of a run receives SIGKILL or SIGTERM, or its process group SIGINT as from a terminal; in every fifth
# run during the start of the cluster, otherwise at a random moment of the load. Ten seconds after the
# end of the JVM no process, listening port, directory or container of the run may remain, and
# scripts/bench report must be able to read each result directory. A run killed before its load has no
# result directory.
#
# Exit codes: 0 no leftovers; 1 leftovers, or a run did not end; 2 bad input.
set -euo pipefail

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"

IMAGES=brokerbench
CASES=(
  "rocketmq-1m/process" "rocketmq-1m1s/process" "rocketmq-dledger/process"
  "rocketmq-controller/process" "rabbitmq-1/process" "rabbitmq-3/process" "hivemq/process"
  "mosquitto/process" "bridge/process"
  "rocketmq-1m/container" "rocketmq-1m1s/container" "rocketmq-dledger/container"
  "rocketmq-controller/container" "rabbitmq-1/container" "rabbitmq-3/container" "hivemq/container"
  "mosquitto/container" "bridge/container"
)
SIGNALS=(KILL TERM INT)
PORTS=16     # more than any cluster uses
PATIENCE=240 # seconds for a run to start its load on a busy machine
END=120      # seconds for a run to end after a signal
LEFTOVERS=10 # seconds after the end of the run

bad() {
  echo "kills.sh: $1" >&2
  exit 2
}

kills=50
seed=$RANDOM
only=
heap=256m
work=
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help)
      print_help
      exit 0
      ;;
    --kills | --seed | --only | --heap | --work)
      [ $# -gt 1 ] || bad "$1 needs a value"
      case "$1" in
        --kills) require_number "$1" "$2" 0 && kills=$2 ;;
        --seed) require_number "$1" "$2" 0 && seed=$2 ;;
        --only) only=$2 ;;
        --heap) heap=$2 ;;
        --work) work=$2 ;;
      esac
      shift 2
      ;;
    *) bad "unknown option \"$1\"" ;;
  esac
done

cases=()
for each in "${CASES[@]}"; do
  if [[ $each =~ $only ]]; then cases+=("$each"); fi
done
[ ${#cases[@]} -gt 0 ] || bad "no case matches \"$only\""
[ "$kills" -gt 0 ] || bad "--kills must be at least 1, got \"$kills\""
run=
temporary=
# Ends the run of an interrupted call, which has a session of its own and would go on for two minutes.
# shellcheck disable=SC2317 # called by the trap
clean() {
  if [ -n "$run" ]; then
    kill -TERM "$run" 2>/dev/null || true
    ended || kill -KILL "$run" 2>/dev/null || true
  fi
  [ -z "$temporary" ] || rmdir "$temporary" 2>/dev/null || true
}
trap clean EXIT
if [ -z "$work" ]; then
  work=$(mktemp -d)
  temporary=$work
elif [ ! -d "$work" ] || [ ! -w "$work" ]; then
  bad "--work must be a writable directory, got \"$work\""
fi
work=$(cd "$work" && pwd -P)

RANDOM=$seed

# The settings of a case, one word each.
settings() {
  local name=${1%/*} host=${1#*/} image=
  case "$name" in
    rocketmq-*)
      echo "--set cluster.topology=${name#rocketmq-} --set cluster.heap=$heap"
      image=rocketmq:5.5.0
      ;;
    rabbitmq-*)
      echo "--driver rabbitmq --set cluster.nodes=${name#rabbitmq-}"
      image=rabbitmq:3.10
      ;;
    hivemq)
      echo "--driver mqtt --set cluster.broker=hivemq --set cluster.heap=$heap"
      image=hivemq-ce:2025.5
      ;;
    mosquitto)
      echo "--driver mqtt --set cluster.broker=mosquitto"
      image=mosquitto:2.0
      ;;
    bridge)
      echo "--driver mqtt --set cluster.broker=mosquitto --set cluster.bridge=true --set consume.clients=2"
      image=mosquitto:2.0
      ;;
  esac
  if [ "$host" = container ]; then
    echo "--set cluster.host=container --set cluster.container.image=$IMAGES/$image"
  else
    echo "--set cluster.data-directory=$directory/data"
  fi
}

# Processes with the run's directory on their command line or as their working directory.
processes() {
  local each line
  for each in /proc/[0-9]*; do
    if line=$(readlink "$each/cwd" 2>/dev/null) && [[ $line/ == "$directory"/* ]]; then
      echo "process ${each#/proc/} $(cat "$each/comm" 2>/dev/null)"
    elif line=$(tr '\0' ' ' 2>/dev/null <"$each/cmdline") && [[ $line == *"$directory/"* ]]; then
      echo "process ${each#/proc/} $(cat "$each/comm" 2>/dev/null)"
    fi
  done
}

# The first port of a free range for any cluster, below the ephemeral ports.
free_ports() {
  local first
  while true; do
    first=$((20000 + RANDOM % 12000))
    if [ -z "$(ports $first)" ]; then
      echo $first
      return
    fi
  done
}

# The listening ports in the range that starts with the given port.
ports() {
  ss -ltnH | awk -v first="$1" -v last="$(($1 + PORTS - 1))" \
    '{ port = $4; sub(/.*:/, "", port); if (port + 0 >= first && port + 0 <= last) print "port " $4 }'
}

directories() {
  find "$directory/data" "$directory/tmp" -mindepth 1 -maxdepth 1 -name 'brokerbench-*' \
    -printf 'directory %p\n'
}

containers() {
  if command -v docker >/dev/null; then
    docker ps -aq --filter "label=io.brokerbench.pid=$run" --format 'container {{.Names}} {{.Status}}' \
      2>/dev/null || true
  fi
}

leftovers() {
  processes
  ports "$port"
  directories
  containers
}

# Whether the run has written interval rows.
loads() {
  compgen -G "$directory/results/*/intervals.csv" >/dev/null &&
    [ "$(cat "$directory"/results/*/intervals.csv | wc -l)" -gt 2 ]
}

await_load() {
  local end=$((SECONDS + PATIENCE))
  until loads; do
    if [ $SECONDS -ge $end ] || ! kill -0 "$run" 2>/dev/null; then return 1; fi
    sleep 0.1
  done
}

ended() {
  local end=$((SECONDS + END))
  while kill -0 "$run" 2>/dev/null; do
    if [ $SECONDS -ge $end ]; then return 1; fi
    sleep 0.1
  done
}

fail() {
  verdict="$verdict; $1"
  failed=true
}

# kill_one NUMBER CASE SIGNAL EARLY MOMENT: performs and kills a run; the moment is in tenths of a second.
kill_one() {
  local signal=$3 early=$4 moment=$5 left begin each problem
  directory=$work/$1
  mkdir -p "$directory"/{data,tmp,results}
  port=$(free_ports)
  verdict=
  failed=false
  # shellcheck disable=SC2046 # several words, split on purpose
  BENCH_JAVA_OPTS="-Djava.io.tmpdir=$directory/tmp -Xms64m -Xmx512m ${BENCH_JAVA_OPTS:-}" \
    setsid env --default-signal=INT,QUIT "$BENCH" consumer --rate 500/s --warmup 1s --duration 120s \
    --set load.threads=4 --set "cluster.port=$port" --out "$directory/results" $(settings "$2") \
    >"$directory/out" 2>&1 </dev/null &
  run=$!
  disown "$run" # otherwise bash reports how it ended
  if ! $early && ! await_load; then fail "no load within $PATIENCE s"; fi
  sleep "$((moment / 10)).$((moment % 10))"
  if [ "$signal" = INT ]; then
    kill -INT -- "-$run" 2>/dev/null || fail "it had ended before"
  else
    kill "-$signal" "$run" 2>/dev/null || fail "it had ended before"
  fi
  if ! ended; then
    fail "did not end within $END s"
    kill -KILL "$run" 2>/dev/null || true
  fi
  begin=$SECONDS
  left=$(leftovers)
  while [ -n "$left" ] && [ $((SECONDS - begin)) -lt $LEFTOVERS ]; do
    sleep 0.2
    left=$(leftovers)
  done
  run=
  if [ -n "$left" ]; then fail "left: ${left//$'\n'/, }"; fi
  local results=0
  for each in "$directory"/results/*/; do
    [ -d "$each" ] || continue
    results=$((results + 1))
    if ! problem=$("$BENCH" report "$each" --out "$directory/report-$results.html" 2>&1); then
      fail "not readable: ${each%/}: ${problem//$'\n'/ }"
    fi
  done
  echo "$1/$kills $2 SIG$signal at $($early && echo start || echo load) + $((moment / 10)).$((moment % 10)) s:" \
    "$($failed && echo FAILED || echo clean), $results result$([ $results = 1 ] || echo s)$verdict"
  if $failed; then
    failures=$((failures + 1))
  else
    rm -rf "$directory"
  fi
}

# Shuffles the cases (Fisher-Yates).
shuffle() {
  local i j each
  for ((i = ${#cases[@]} - 1; i > 0; i--)); do
    j=$((RANDOM % (i + 1)))
    each=${cases[i]}
    cases[i]=${cases[j]}
    cases[j]=$each
  done
}

echo "seed $seed, ${#cases[@]} cases, in $work"
failures=0
for ((i = 0; i < kills; i++)); do
  if ((i % ${#cases[@]} == 0)); then shuffle; fi
  signal=${SIGNALS[RANDOM % ${#SIGNALS[@]}]}
  moment=$((RANDOM % 50))
  if ((i % 5 == 4)); then early=true; else early=false; fi
  kill_one "$((i + 1))" "${cases[i % ${#cases[@]}]}" "$signal" "$early" "$moment"
done
echo "$kills killed, $failures left something behind"
[ "$failures" = 0 ]
