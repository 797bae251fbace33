#!/usr/bin/env bash
# rocketmq.sh producer|consumer|tproducer WIDTHS: runs a tool of RocketMQ 5.5.0 and its brokerbench
# counterpart in turn against one cluster, measured from outside, and prints the table of
# docs/PERFORMANCE.md. The environment variables PAIRS (5), WARMUP_SECONDS (producer 30, consumer 15,
# tproducer 60), WINDOW_SECONDS (10, consumer 15) and WIDTHS override the defaults; a width is a number
# of threads, with "stock" behind it for brokerbench with client.threads=stock. PAIRS_FILE is a file to
# which the pairs are appended, in place of the table.
set -euo pipefail

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"
# shellcheck source=scripts/lib/peers.sh
source "$root/scripts/lib/peers.sh"

for flag; do
  case "$flag" in -h | --help)
    print_help
    exit 0
    ;;
  esac
done
if [ $# -ne 2 ] || ! [[ $1 =~ ^(producer|consumer|tproducer)$ ]]; then
  echo "rocketmq.sh: needs producer, consumer or tproducer, and its widths, got \"$*\"" >&2
  exit 2
fi

warmup=60 window=10
case "$1" in
  producer) warmup=30 ;;
  # Short enough that neither tool reaches the end of the backlog; both print their rate every ten seconds.
  consumer) warmup=15 window=15 ;;
esac
pairs=${PAIRS:-5}
warmup=${WARMUP_SECONDS:-$warmup}
window=${WINDOW_SECONDS:-$window}
require_number PAIRS "$pairs" 1
require_number WARMUP_SECONDS "$warmup" 0
require_number WINDOW_SECONDS "$window" 1

target=$root/microbench/target
(cd "$root" && ./mvnw -q -B -Dstyle.color=never -P tools -pl microbench -am compile \
  dependency:build-classpath -Dmdep.outputFile=target/tools-classpath >&2)
(cd "$root" && ./mvnw -q -B -Dstyle.color=never -f scripts/peers/pom.xml \
  dependency:build-classpath -Dmdep.outputFile="$target/peer-classpath" >&2)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
begin_pairs
"${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$target/classes:$(cat "$target/tools-classpath")" \
  io.brokerbench.microbench.Peers "$1" "$target/peer-classpath" "$target/tools-classpath" \
  "$pairs" "$warmup" "$window" "${WIDTHS:-$2}" "$pairs_file"
end_pairs
