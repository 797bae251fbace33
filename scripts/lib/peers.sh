# shellcheck shell=bash disable=SC2034,SC2154 # set and used by the sourcing scripts
# Shared functions of scripts that run another tool and brokerbench in turn and measure both from outside;
# to be sourced after children.sh. Linux only.

ticks=$(getconf CLK_TCK)

# Hooks, called after the first line of the window, after the end of the process, and before the cluster ends.
first_second() { :; }
ended() { :; }
before_down() { :; }

# shellcheck disable=SC2317 # called by cleanup
let_go() {
  before_down
  "$BENCH" cluster down --out "$scratch" >/dev/null || true
}

# start_cluster SETTING ...: starts a cluster and sets address; the full output is in $scratch/up.
start_cluster() {
  local setting settings=()
  for setting; do settings+=(--set "$setting"); done
  child "$BENCH" cluster up --out "$scratch" "${settings[@]}" \
    >"$scratch/up" 2>"$scratch/up.error" || {
    cat "$scratch/up" "$scratch/up.error" >&2
    exit 3
  }
  address=$(sed -n 's/^address: //p' "$scratch/up")
}

# Reads the current processor time and peak memory of the process: at_ticks and peak_kb.
look() {
  local stat key value fields
  { read -r stat <"/proc/$child_pid/stat"; } 2>/dev/null || return 0
  read -ra fields <<<"${stat##*) }"
  at_ticks=$((fields[11] + fields[12]))
  while read -r key value _; do
    if [ "$key" = VmHWM: ]; then peak_kb=$value; fi
  done 2>/dev/null <"/proc/$child_pid/status" || true
}

# measure LOG COMMAND ...: runs the command, which prints a line each second, for warmup and window seconds;
# sets sent_per_second and cost, the microseconds of processor time per message, from the first line after
# the warm-up to the last one of the window, both n/a without messages, and at_ticks and peak_kb at its end.
# Each rate counts for the time since the line before, in microseconds: a tool that was held up prints fewer.
measure() {
  local log=$1 line count=-$warmup first_ticks=0 ticks_in_lines=0 now before=0 time=0 sent=0 code=0
  local pattern='(sent:? )([0-9,]+)(/s| msg/s)'
  shift
  at_ticks=0 peak_kb=0 sent_per_second=n/a cost=n/a
  : >"$log"
  rm -f "$scratch/pipe"
  mkfifo "$scratch/pipe"
  "$@" </dev/null >"$scratch/pipe" 2>&1 3>&- &
  child_pid=$!
  while IFS= read -r line; do
    echo "$line" >>"$log"
    look
    if [[ "$line" =~ $pattern ]]; then
      now=${EPOCHREALTIME/[.,]/}
      count=$((count + 1))
      if [ "$count" -eq 1 ]; then
        first_ticks=$at_ticks
        first_second
      elif [ "$count" -gt 1 ] && [ "$count" -le "$window" ]; then
        time=$((time + now - before))
        sent=$((sent + ${BASH_REMATCH[2]//,/} * (now - before)))
        ticks_in_lines=$((at_ticks - first_ticks))
      fi
      before=$now
    fi
  done <"$scratch/pipe"
  wait "$child_pid" || code=$?
  child_pid=
  ended
  if [ "$sent" -gt 0 ]; then
    sent_per_second=$((sent / time))
    cost=$(awk "BEGIN {printf \"%.1f\", $ticks_in_lines / $ticks * 1e12 / $sent}")
  fi
  return "$code"
}

# measure_ours LOG NAME FLAG ...: the same for a run of brokerbench; also sets json, its run.json.
measure_ours() {
  local log=$1 name=$2 code=0
  shift 2
  measure "$log" "$BENCH" consumer -n "$address" --name "$name" --out "$out" "$@" || code=$?
  # The run is always SUSPECT: in an external cluster the brokers are foreign processes.
  if [ "$code" -ne 0 ] && [ "$code" -ne 4 ]; then failed "$log" "the run of brokerbench failed, exit code $code"; fi
  json=$(find "$out" -path "*-$name*/run.json" | sort | tail -n 1)
  if [ "$(figure "$json" verdict status)" = '"invalid"' ]; then failed "$log" "the run of brokerbench is INVALID"; fi
}

# figure FILE SECTION KEY: the first number with this key in or after the section.
figure() {
  awk -v section="\"$2\"" -v key="\"$3\"" '
    $1 == section { found = 1 }
    found && $1 == key { sub(/,$/, "", $3); print $3; exit }' "$1"
}

# latency FILE SECTION: p50, p95 and p99 of the section in ms.
latency() {
  local key text=
  for key in p50Nanos p95Nanos p99Nanos; do
    text+=" $(figure "$1" "$2" "$key" | awk '{printf ($1 ~ /^[0-9]/) ? "%.1f" : "n/a", $1 / 1e6}')"
  done
  echo "${text# }"
}

# Sets pairs_file, PAIRS_FILE or a new one in $scratch, and begins it with its heading.
begin_pairs() {
  pairs_file=${PAIRS_FILE:-$scratch/pairs.csv}
  [ -s "$pairs_file" ] ||
    echo "date,tool,load,pair,tool msg/s,brokerbench msg/s,tool us/msg,brokerbench us/msg" >"$pairs_file"
}

pairs_ended=0

# begin_pair LOAD PAIR: prints on stderr which pair is measured next, and, by the time of those before it,
# about how long it and those after it take. The number of all pairs is pairs_in_all, that of a load pairs.
begin_pair() {
  local left=
  if [ "$pairs_ended" -eq 0 ]; then
    pairs_began=$SECONDS
  else
    left=$(((SECONDS - pairs_began) * (pairs_in_all - pairs_ended) / pairs_ended))
    left=", about $(((left + 59) / 60)) min left"
  fi
  echo "$1: pair $2 of $pairs$left" >&2
}

# end_pair TOOL LOAD PAIR: appends a pair: peer_rate, our_rate, peer_cost, our_cost. What is no number ends
# the script, because no table could be made of the file.
end_pair() {
  local figures=$peer_rate,$our_rate,$peer_cost,$our_cost
  if ! [[ "$figures" =~ ^[0-9.]+(,[0-9.]+){3}$ ]]; then
    echo "${0##*/}: $2, pair $3 lacks a figure: msg/s of $1 and brokerbench, us/msg of both: $figures" >&2
    exit 1
  fi
  echo "$(date -u +%Y-%m-%d),$1,$2,$3,$figures" >>"$pairs_file"
  pairs_ended=$((pairs_ended + 1))
}

# Prints the table of all pairs, unless their file was given.
end_pairs() {
  [ "${PAIRS_FILE:-}" ] || "$root/scripts/pages" print "$pairs_file"
}
