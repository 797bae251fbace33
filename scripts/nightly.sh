#!/usr/bin/env bash
# nightly.sh [options] [-- flags for every run]: runs the benchmarks in every mode, several times,
# and compares the night with the last accepted one.
#
#   --history DIR     directory of the nights (history)
#   --repeat N        runs of each cell, 1 to 100 (3)
#   --duration TIME   measured time of a run (60s)
#   --warmup TIME     warm-up of a run (40s)
#   --limit P         by how much figures may be worse, as in scripts/bench compare; may be given several
#                     times (20% and p99=50%)
#   --tools "T ..."   of producer, batchproducer, consumer, tproducer ("producer consumer tproducer")
#   --modes "R/F ..." of async/async, async/sync, sync/async, sync/sync, replication/flush (all four);
#                     as-is: as the flags say, for brokers without such modes
#   --microbench S    runs scripts/microbench.sh too, with setting S (quick or full); differences from
#                     the accepted night are reported but do not affect acceptance
#   --cpus X          processors of each broker, short for --set cluster.container.cpus=X
#
# A night is a directory below the history, named after its UTC time; the name ends in .INCOMPLETE until
# all runs are done. history/accepted contains the name of the accepted night. A night that lacks no cell
# and misses no limit becomes the accepted one; the first is not compared. To accept a night manually,
# write its name to that file. Runs that fail or are INVALID are listed at the end; the night continues.
# If a signal ends a run but not the night, the run is repeated once.
#
# Exit codes: 0 accepted; otherwise not accepted: 2 bad input, or nothing to compare; 3 a cell of this
# night lacks runs (two that are valid or suspect; one with --repeat 1), or a cell of the accepted night
# is missing in this one; 5 a limit missed; 130 interrupted.
set -euo pipefail
set -m # Children get process groups of their own, so that this script forwards signals to them.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"

# Tests set another one to avoid Maven.
MICROBENCH=${MICROBENCH:-$root/scripts/microbench.sh}

bad() {
  echo "nightly.sh: $1" >&2
  exit 2
}

history=history
repeat=3
duration=60s
warmup=40s
limits=()
tools="producer consumer tproducer"
modes="${MODES[*]}"
microbench=
flags=()
given=("$@")
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help)
      print_help
      exit 0
      ;;
    --)
      shift
      flags+=("$@")
      break
      ;;
    --*=*) # --name=value as --name value
      option=$1
      shift
      set -- "${option%%=*}" "${option#*=}" "$@"
      continue
      ;;
    --history | --repeat | --duration | --warmup | --limit | --tools | --modes | --microbench | --cpus)
      [ $# -gt 1 ] || bad "$1: needs a value"
      case "$1" in
        --history) history=$2 ;;
        --repeat) repeat=$2 ;;
        --duration) duration=$2 ;;
        --warmup) warmup=$2 ;;
        --limit) limits+=("$2") ;;
        --tools) tools=$2 ;;
        --modes) modes=$2 ;;
        --microbench) microbench=$2 ;;
        --cpus) flags+=(--set "cluster.container.cpus=$2") ;;
      esac
      shift
      ;;
    *) bad "$1: there is no such option; flags for the runs go after --" ;;
  esac
  shift
done

if ! [[ "$repeat" =~ ^[1-9][0-9]?$|^100$ ]]; then bad "--repeat: must be 1 to 100, got \"$repeat\""; fi
if ! [[ "$microbench" =~ ^(|quick|full)$ ]]; then bad "--microbench: must be quick or full, got \"$microbench\""; fi
[ -n "${tools// /}" ] || bad "--tools: must name a tool"
[ -n "${modes// /}" ] || bad "--modes: must name a mode"
for tool in $tools; do
  is_one_of "$tool" "${TOOLS[@]}" || bad "--tools: there is no tool \"$tool\"; ${TOOLS[*]}"
done
for mode in $modes; do
  is_one_of "$mode" "${MODES[@]}" as-is || bad "--modes: there is no mode \"$mode\"; ${MODES[*]}, as-is"
done
[ ${#limits[@]} -gt 0 ] || limits=(20% p99=50%)
limit_flags=()
for limit in "${limits[@]}"; do
  if ! [[ "$limit" =~ ^((rate|p50|p99|cpu)=)?[0-9]+(\.[0-9]+)?%$|^(rate|p50|p99|cpu)=off$ ]]; then
    bad "--limit: must be a share such as 10%, p99=25% or p99=off (of rate, p50, p99, cpu), got \"$limit\""
  fi
  limit_flags+=(--limit "$limit")
done

accepted=
if [ -s "$history/accepted" ]; then
  accepted=$(tr -d '[:space:]' <"$history/accepted")
  [ -d "$history/$accepted" ] || bad "$history/accepted names \"$accepted\", which is not there; write another night's name into it, or remove it"
fi

# Builds before the first run, so that no compiler runs at the same time, and reports a limit that compare
# refuses, or an unreadable accepted night, now rather than in an hour.
trap 'ended_by 2' INT
trap 'ended_by 15' TERM
for tool in $tools compare; do
  child "$BENCH" "$tool" --help >/dev/null || exit $?
done
if [ -n "$accepted" ]; then
  child "$BENCH" compare "$history/$accepted" "$history/$accepted" "${limit_flags[@]}" >/dev/null || exit $?
fi

night=$(date -u +%Y%m%dT%H%M%SZ)
directory=$history/$night.INCOMPLETE
mkdir -p "$history"
mkdir "$directory" || bad "$directory: cannot be made"

# shellcheck disable=SC2317 # called by the traps
interrupted() {
  trap '' INT TERM
  end_child
  rm -f "$directory/error"
  # The trap may run while standard output and error are redirected to a file.
  echo >&3
  echo "interrupted: kept as $directory, not accepted" >&3
  exit $((128 + $1))
}
trap 'interrupted 2' INT
trap 'interrupted 15' TERM

{
  echo "night $night"
  echo "command nightly.sh ${given[*]@Q}"
  echo "commit $(git -C "$root" describe --always --dirty --abbrev=40 2>/dev/null || echo unknown)"
  echo "compared with ${accepted:-nothing}"
} >"$directory/night.txt"

# shellcheck disable=SC2206 # words on purpose
all_tools=($tools) all_modes=($modes)
total=$((${#all_tools[@]} * ${#all_modes[@]} * repeat))
begin=$SECONDS
done_runs=0
failed=()

# Usable result directories of a cell, newest last, without those of runs cut short by a signal.
usable() {
  find "$directory" -mindepth 1 -maxdepth 1 -type d -regex ".*Z-$1\(-[0-9]+\)?\(\.SUSPECT\)?" -printf '%f\n' | sort |
    while read -r run; do
      if ! grep -Eqs '"code" *: *"load\.interrupted"' "$directory/$run/run.json"; then echo "$run"; fi
    done
}

# The name of a cell in directory names: producer-async-sync.
cell() {
  if [ "$2" = as-is ]; then echo "$1"; else echo "$1-${2//\//-}"; fi
}

for ((turn = 1; turn <= repeat; turn++)); do
  for mode in "${all_modes[@]}"; do
    for tool in "${all_tools[@]}"; do
      left=
      if [ "$done_runs" -gt 0 ]; then
        left=$(((SECONDS - begin) * (total - done_runs) / done_runs))
        left=", $(((left + 59) / 60)) min left"
      fi
      name=$(cell "$tool" "$mode")
      echo "run $((done_runs + 1))/$total: $tool $mode, $turn of $repeat$left"
      log=$directory/night.log
      echo "== $name, $turn of $repeat" >>"$log"
      before=$(usable "$name" | tail -n 1)
      for attempt in first second; do
        code=0
        in_mode "$tool" "$mode" --duration "$duration" --warmup "$warmup" "${flags[@]}" \
          --name "$name" --repeat 1 --out "$directory" >>"$log" 2>"$directory/error" || code=$?
        cat "$directory/error" >>"$log"
        # Repeats the run after a signal that only the run received.
        if [ "$code" -le 128 ] || [ "$attempt" = second ]; then break; fi
        echo "  a signal cut the run short (exit code $code): it is run again"
      done
      case "$code" in
        0) ;;
        2)
          cat "$directory/error" >&2
          # Nothing was measured, so nothing is kept.
          if [ "$done_runs" -eq 0 ]; then rm -r "$directory"; fi
          exit 2
          ;;
        4)
          # SUSPECT counts, INVALID does not.
          last=$(usable "$name" | tail -n 1)
          if [ "$last" = "$before" ]; then
            failed+=("$name, $turn of $repeat: INVALID, see night.log")
          else
            echo "  SUSPECT: $last"
          fi
          ;;
        *) failed+=("$name, $turn of $repeat: exit code $code, $(tail -n 1 "$directory/error")") ;;
      esac
      done_runs=$((done_runs + 1))
    done
  done
done
rm -f "$directory/error"

if [ -n "$microbench" ]; then
  echo "microbench: $microbench"
  code=0
  child "$MICROBENCH" "--$microbench" --out "$directory/microbench.json" \
    >"$directory/microbench.log" 2>&1 || code=$?
  if [ "$code" -ne 0 ]; then failed+=("microbench: exit code $code, see microbench.log"); fi
fi

mv "$directory" "$history/$night"
directory=$history/$night
echo
child "$BENCH" report "$directory" >"$directory/table.txt" 2>&1 || true
cat "$directory/table.txt"

if [ ${#failed[@]} -gt 0 ]; then
  echo
  printf 'failed: %s\n' "${failed[@]}" | tee -a "$directory/night.txt"
fi

# A cell with fewer usable runs is inconclusive, both now and as the reference of the next night.
needed=$((repeat < 2 ? 1 : 2))
missing=()
for tool in "${all_tools[@]}"; do
  for mode in "${all_modes[@]}"; do
    name=$(cell "$tool" "$mode")
    if [ "$(usable "$name" | wc -l)" -lt "$needed" ]; then
      missing+=("$name")
    fi
  done
done

echo
code=0
if [ -n "$accepted" ]; then
  child "$BENCH" compare "$history/$accepted" "$directory" "${limit_flags[@]}" \
    --json "$directory/comparison.json" >"$directory/comparison.txt" || code=$?
  cat "$directory/comparison.txt"
  echo
fi

if [ -n "$accepted" ] && [ -f "$history/$accepted/microbench.json" ] && [ -f "$directory/microbench.json" ]; then
  child "$BENCH" compare "$history/$accepted/microbench.json" "$directory/microbench.json" \
    >"$directory/microbench.txt" 2>&1 || true
  cat "$directory/microbench.txt"
  echo
fi

# Run names in the lists of this field, sorted; reads lines of comparison.json from standard input.
run_names() {
  sed -nE "s/^ *\"$1\" : \[ (.*) \],?\$/\1/p" | tr -d '" ' | tr ',' '\n' | sort
}

# Whether usable runs of the accepted night are in no compared cell. Its part of the file comes first.
lacks_cells() {
  local json=$directory/comparison.json
  [ -n "$(comm -23 <(sed '/^  }/q' "$json" | run_names used) <(run_names baseRuns <"$json"))" ]
}

verdict() {
  echo "$1" | tee -a "$directory/night.txt"
}
kept=${accepted:-none}
if [ "$code" -eq 5 ]; then
  verdict "REGRESSION: night $night is not accepted; the accepted one remains $kept"
elif [ ${#missing[@]} -gt 0 ]; then
  verdict "not accepted: fewer than $needed usable runs of ${missing[*]}; the accepted night remains $kept"
  code=3
elif [ "$code" -eq 2 ]; then
  verdict "not accepted: it cannot be compared with $accepted; if that is meant: echo $night > $history/accepted"
elif [ "$code" -ne 0 ]; then
  verdict "not accepted: the comparison ended with exit code $code; the accepted night remains $kept"
elif [ -n "$accepted" ] && lacks_cells; then
  verdict "not accepted: it lacks cells of $accepted (see \"not here\"); if that is meant: echo $night > $history/accepted"
  code=3
else
  echo "$night" >"$history/accepted.new"
  mv "$history/accepted.new" "$history/accepted"
  if [ -n "$accepted" ]; then
    verdict "accepted: night $night, in place of $accepted"
  else
    verdict "accepted: night $night, the first; there was nothing to compare it with"
  fi
fi
exit "$code"
