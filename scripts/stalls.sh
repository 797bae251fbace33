#!/usr/bin/env bash
# stalls.sh [RELEASE,SENDERS,SEND_THREADS ...]: has the file system of a RocketMQ master stand still for half a
# second, five times in a run, and prints how many sends were rejected in each second in which there were any. By
# default 4.5.1 with 8, 16 and 32 senders and one send thread, 4.5.1 and 5.5.0 with 16 senders and four.
#
# Environment variables: WARMUP_SECONDS (10); and KEEP, a new directory for output and results, which are
# otherwise removed. "senders" are threads in a closed loop that rest for 3 s after a failed send, as those of
# RocketMQ's own Producer do; "send threads" is the master's sendMessageThreadPoolNums.
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
[ $# -gt 0 ] || set -- 4.5.1,8,1 4.5.1,16,1 4.5.1,32,1 4.5.1,16,4 5.5.0,16,4
for each; do
  if ! [[ "$each" =~ ^[0-9][0-9.]*,[1-9][0-9]{0,3},[1-9][0-9]{0,2}$ ]]; then
    echo "stalls.sh: must be RELEASE,SENDERS,SEND_THREADS, such as 4.5.1,16,1, got \"$each\"" >&2
    exit 2
  fi
done
warmup=${WARMUP_SECONDS:-10}
if ! [[ "$warmup" =~ ^[1-9][0-9]{0,3}$ ]]; then
  echo "stalls.sh: WARMUP_SECONDS must be a whole number above 0, got \"$warmup\"" >&2
  exit 2
fi
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

make_scratch
store=$scratch/store
mkdir "$store"
truncate --size 8G "$scratch/store.img"
mkfs.ext4 -q "$scratch/store.img"
mount -o loop "$scratch/store.img" "$store"

cat >"$scratch/stall.sh" <<STALL
trap 'fsfreeze --unfreeze "$store"' EXIT
fsfreeze --freeze "$store"
sleep 0.5
STALL

# workload RELEASE SENDERS SEND_THREADS: prints the workload file of a run.
workload() {
  local stall
  cat <<WORKLOAD
tool: producer
load: {threads: $2, failure-pause: 3s, warmup: ${warmup}s, duration: $((stalls * 6 + 5))s}
message: {size: 1024}
cluster:
  version: $1
  topology: 1m
  data-directory: $store
  properties: {sendMessageThreadPoolNums: $3, mappedFileSizeCommitLog: 268435456}
faults:
WORKLOAD
  for ((stall = 0; stall < stalls; stall++)); do
    echo "- {at: $((stall * 6 + 5))s, run: bash $scratch/stall.sh}"
  done
}

# rejected FILE: the rejected sends of each second that has any.
rejected() { awk -F, 'NR > 1 && $5 > 0 { printf "%s%d", (n++ ? " " : ""), $5 }' "$1"; }

printf '%7s  %7s  %12s  %s\n' release senders 'send threads' 'rejected, by second'
for each; do
  IFS=, read -r release senders threads <<<"$each"
  name=stalls-$release-$senders-$threads
  workload "$release" "$senders" "$threads" >"$scratch/$name.yaml"
  code=0
  child "$BENCH" run "$scratch/$name.yaml" --out "$out" >"$out/$name.log" 2>&1 || code=$?
  # A busy machine makes a run SUSPECT.
  if [ "$code" -ne 0 ] && [ "$code" -ne 4 ]; then
    tail -n 20 "$out/$name.log" >&2
    echo "stalls.sh: the run failed, exit code $code" >&2
    exit 1
  fi
  printf '%7s  %7s  %12s  %s\n' "$release" "$senders" "$threads" "$(rejected "$out"/*-"$name"*/intervals.csv)"
done
