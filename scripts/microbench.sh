#!/usr/bin/env bash
# What our own hot path costs: JMH with allocation figures; with --pacing how well it keeps time.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
module=$root/microbench
(cd "$root" && ./mvnw -q -B -pl microbench -am compile \
  dependency:build-classpath -Dmdep.outputFile=target/classpath >&2)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
run() { "$java" -Xms1g -Xmx1g -cp "$module/target/classes:$(cat "$module/target/classpath")" "$@"; }

if [ "${1:-}" = --pacing ]; then
  run io.brokerbench.microbench.PacingReport
else
  run org.openjdk.jmh.Main -f 1 -wi 3 -i 5 -w 1 -r 1 -prof gc \
    -rf json -rff "$module/target/jmh.json" "$@"
fi
