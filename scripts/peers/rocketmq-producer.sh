#!/usr/bin/env bash
# RocketMQ 5.5.0's own Producer and ours in turn against one cluster: TPS and generator CPU a message,
# both counted from outside. PAIRS, WARMUP_SECONDS, WINDOW_SECONDS and WIDTHS can be set.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/microbench/target
(cd "$root" && ./mvnw -q -B -pl microbench -am compile \
  dependency:build-classpath -Dmdep.outputFile=target/classpath >&2)
(cd "$root" && ./mvnw -q -B -f scripts/peers/pom.xml \
  dependency:build-classpath -Dmdep.outputFile="$target/peer-classpath" >&2)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
exec "$java" -cp "$target/classes:$(cat "$target/classpath")" \
  io.brokerbench.microbench.ProducerPeers "$target/peer-classpath" "$target/classpath" \
  "${PAIRS:-5}" "${WARMUP_SECONDS:-40}" "${WINDOW_SECONDS:-20}" "${WIDTHS:-1,16,64}"
