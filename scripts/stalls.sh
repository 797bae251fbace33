#!/usr/bin/env bash
# stalls.sh [RELEASE,SENDERS,SEND_THREADS[,pool] ...]: has the file system of a RocketMQ master stand still for half a
# second, five times in a run, and prints how many sends were rejected in each second in which there were any. By
# default 4.5.1 with 8, 16 and 32 senders and one send thread, 4.5.1 and 5.5.0 with 16 senders and four, and the last
# one with a transient store pool.
#
# Environment variables: WARMUP_SECONDS (10); and KEEP, a new directory for output and results, which are
# otherwise removed. "senders" are threads in a closed loop that rest for 3 s after a failed send, as those of
# RocketMQ's own Producer do; "send threads" is the master's sendMessageThreadPoolNums; "pool" gives it a transient
# store pool (transientStorePoolEnable) of five buffers of 128 MiB, from release 5 on; otherwise the page cache takes
# messages.
#
# Needs root, mkfs.ext4, fsfreeze and a loop device: the messages are stored in a file system of their own, in a
# file below the directory for temporary files, which takes 2 GB. Linux only.
#
# Exit codes: 0 measured; 1 a run failed; 2 bad input, or something is missing; 130 and 143 interrupted.
set -euo pipefail
set -m # Children get process groups of their own, so that this script forwards signals to them.

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"

stalls=5

case "${1:-}" in
  -h | --help)
    print_help
    exit 0
    ;;
esac
[ $# -gt 0 ] || set -- 4.5.1,8,1 4.5.1,16,1 4.5.1,32,1 4.5.1,16,4 5.5.0,16,4 5.5.0,16,4,pool
plain='[0-9][0-9.]*,[1-9][0-9]{0,3},[1-9][0-9]{0,2}'
for each; do
  if ! [[ "$each" =~ ^$plain$|^[5-9].*,pool$ && "${each%,pool}" =~ ^$plain$ ]]; then
    echo "stalls.sh: must be RELEASE,SENDERS,SEND_THREADS[,pool], such as 4.5.1,16,1, got \"$each\"" >&2
    exit 2
  fi
done
warmup=${WARMUP_SECONDS:-10}
require_number WARMUP_SECONDS "$warmup" 1
require_new_keep
if [ "$(id -u)" -ne 0 ]; then
  echo "stalls.sh: needs root, to mount a file system and to freeze it" >&2
  exit 2
fi
for program in mkfs.ext4 fsfreeze mount; do
  command -v "$program" >/dev/null || {
    echo "stalls.sh: $program is missing; install e2fsprogs and util-linux" >&2
    exit 2
  }
done

# At the end, also of an interrupted stall, which would leave the broker and the unmounting without an end.
cleanup() {
  local code=$?
  trap '' INT TERM
  fsfreeze --unfreeze "$store" 2>/dev/null || true
  end_child
  if mountpoint --quiet "$store"; then umount "$store" || code=1; fi
  rm -rf --one-file-system "$scratch"
  exit "$code"
}

store=
make_scratch
store=$scratch/store
mkdir "$store"
truncate --size 8G "$scratch/store.img"
mkfs.ext4 -q "$scratch/store.img"
mount -o loop "$scratch/store.img" "$store"

# measure NAME RELEASE SENDERS SEND_THREADS POOL LOG: a run whose file system stands still five times.
measure() {
  local stall code=0 pool=()
  [ "$5" != pool ] || pool=(--set cluster.properties.transientStorePoolEnable=true
    --set cluster.properties.transientStorePoolSize=5 --set cluster.properties.mappedFileSizeCommitLog=134217728)
  "$BENCH" producer --broker-version "$2" -w "$3" -s 1024 --warmup "${warmup}s" --duration "$((stalls * 5 + 5))s" \
    --set load.failure-pause=3s --set cluster.topology=1m --set cluster.data-directory="$store" \
    --set cluster.properties.sendMessageThreadPoolNums="$4" "${pool[@]}" \
    --name "$1" --out "$out" >"$6" 2>&1 </dev/null 3>&- &
  child_pid=$!
  until grep -qs ',measured,' "$out"/*-"$1"*/intervals.csv; do
    kill -0 "$child_pid" 2>/dev/null || failed "$6" "the run has ended before its load"
    sleep 0.2
  done
  for ((stall = 0; stall < stalls; stall++)); do
    fsfreeze --freeze "$store"
    sleep 0.5
    fsfreeze --unfreeze "$store"
    sleep 4.5
  done
  wait "$child_pid" || code=$?
  child_pid=
  # Rejected sends, or a busy machine, make a run SUSPECT.
  if [ "$code" -ne 0 ] && [ "$code" -ne 4 ]; then failed "$6" "the run failed, exit code $code"; fi
}

# rejected FILE: the rejected sends of each second that has any.
rejected() { awk -F, 'NR > 1 && $5 > 0 { printf "%s%d", (n++ ? " " : ""), $5 }' "$1"; }

row='%7s  %7s  %12s  %10s  %s\n'
# shellcheck disable=SC2059 # one format for all rows
printf "$row" release senders 'send threads' 'written to' 'rejected, by second'
number=0
for each; do
  IFS=, read -r release senders threads target <<<"$each"
  target=${target:-cache}
  number=$((number + 1)) # A case may be named twice.
  name=stalls-$number-$release-$senders-$threads-$target
  measure "$name" "$release" "$senders" "$threads" "$target" "$out/$name.log"
  # shellcheck disable=SC2059
  printf "$row" "$release" "$senders" "$threads" "$target" "$(rejected "$out"/*-"$name"*/intervals.csv)"
done
