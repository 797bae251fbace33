#!/usr/bin/env bash
# modes.sh TOOL [flags]: runs TOOL (producer, batchproducer, consumer, tproducer) with these flags in
# each of the four modes, replication x flush, and prints a table of the results.
#
# Results go to a directory of their own below --out DIR (default results/). The exit code is the
# worst of the runs: 0 valid, 4 suspect or invalid, 3 broker or cluster failed, 2 bad input (which
# ends the script at once), 1 defect of brokerbench. Ctrl-C ends it at once, with 130.
set -euo pipefail
set -m # Children get process groups of their own, so that this script forwards signals to them.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"

usage() {
  echo "usage: scripts/modes.sh producer|batchproducer|consumer|tproducer [flags of it, but --flush and --replication]" >&2
  exit 2
}

tool=${1:-}
if is_one_of "$tool" -h --help; then
  print_help
  exit 0
fi
is_one_of "$tool" "${TOOLS[@]}" || usage
shift

out=results
flags=()
while [ $# -gt 0 ]; do
  case "$1" in
    --flush* | --replication* | cluster.flush=* | cluster.replication=*)
      echo "modes.sh: $1: modes.sh runs every mode itself; for one of them use scripts/bench $tool" >&2
      exit 2
      ;;
    --out)
      [ $# -gt 1 ] || usage
      out=$2
      shift
      ;;
    --out=*) out=${1#--out=} ;;
    *) flags+=("$1") ;;
  esac
  shift
done
out=$out/$(date -u +%Y%m%dT%H%M%SZ)-modes-$tool

trap 'ended_by 2' INT
trap 'ended_by 15' TERM

worst=0
for mode in "${MODES[@]}"; do
  echo "== $tool $mode (replication/flush)"
  code=0
  in_mode "$tool" "$mode" "${flags[@]}" --out "$out" || code=$?
  if [ "$code" -eq 2 ]; then
    exit 2
  fi
  worst=$(worse "$worst" "$code")
done

if [ -n "$(find "$out" -mindepth 2 -maxdepth 2 -name run.json -print -quit 2>/dev/null)" ]; then
  echo
  child "$BENCH" report "$out"
  echo "results in $out"
fi
exit "$worst"
