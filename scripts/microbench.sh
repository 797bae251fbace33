#!/usr/bin/env bash
# microbench.sh [options] [-- JMH's flags, such as a benchmark's name]: JMH benchmarks of the clients'
# encoding and of brokerbench's own cost per message, with bytes allocated per operation. The exit
# code is 1 if the path of a message exceeds its budget of time and bytes, which stand next to a lower
# bound.
#
#   --quick            one JVM per benchmark, about five minutes in all; this is the default
#   --full             five JVMs per benchmark, whose differences no longer run would show: most of
#                      an hour
#   --rocketmq RELEASE release of RocketMQ's client, 4.9.x or 5.x (5.5.0)
#   --out FILE         result file; the environment goes to NAME.environment.json next to it
#                      (results/<UTC time>-microbench.json)
#   --pacing           no benchmark: a table of the generator's timing accuracy
#
# scripts/bench compare BASE.json CANDIDATE.json compares two result files.
set -euo pipefail

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
module=$root/microbench
# shellcheck source=scripts/lib/children.sh
source "$root/scripts/lib/children.sh"

bad() {
  echo "microbench.sh: $1" >&2
  exit 2
}

effort=QUICK
out=results/$(date -u +%Y%m%dT%H%M%SZ)-microbench.json
build=()
pacing=
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help)
      print_help
      exit 0
      ;;
    --quick) effort=QUICK ;;
    --full) effort=FULL ;;
    --pacing) pacing=yes ;;
    --rocketmq | --out)
      [ $# -gt 1 ] || bad "$1: needs a value"
      if [ "$1" = --out ]; then
        out=$2
      elif [[ "$2" =~ ^4\.9\.[0-9]+$ ]]; then
        build=(-P rocketmq-4 "-Drocketmq.client.version=$2")
      elif [[ "$2" =~ ^5\.[0-9]+\.[0-9]+$ ]]; then
        build=("-Drocketmq.client.version=$2")
      else
        bad "--rocketmq: must be a release such as 4.9.7 or 5.5.0, got \"$2\""
      fi
      shift
      ;;
    --)
      shift
      break
      ;;
    *) bad "$1: there is no such option; JMH's flags go after --" ;;
  esac
  shift
done
[[ "$out" = *.json ]] || bad "--out: must end in .json, got \"$out\""
mkdir -p "$(dirname "$out")" || bad "--out: $(dirname "$out") cannot be made"

(cd "$root" && ./mvnw -q -B -Dstyle.color=never "${build[@]}" -pl microbench -am compile \
  dependency:build-classpath -Dmdep.outputFile=target/classpath -Dmdep.includeScope=runtime >&2)
run() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xms1g -Xmx1g \
    -cp "$module/target/classes:$(cat "$module/target/classpath")" "$@"
}

if [ -n "$pacing" ]; then
  run io.brokerbench.microbench.PacingReport
else
  commit=$(git -C "$root" describe --always --dirty --abbrev=40 2>/dev/null || echo unknown)
  code=0
  run io.brokerbench.microbench.Microbench "$effort" "$out" "$commit" "$@" || code=$?
  [ ! -e "$out" ] || echo "$out"
  exit "$code"
fi
