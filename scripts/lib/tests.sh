# shellcheck shell=bash
# Shared functions of .ci/run and scripts/test-night, which run stages of tests and list everything red at the end; to
# be sourced in the project's root. For each stage, $reports has NAME.log, NAME.times and NAME.red, and in the directory
# NAME its test reports, all until the script ends.

reports=$(mktemp -d "${TMPDIR:-/tmp}/tests.XXXXXX")
stages=()
trap 'rm -rf "$reports"' EXIT

# For Maven's own JVM: the C2 compiler takes nearly half of its processor time without a benefit. Without it, the
# default code cache is too small for javac with Error Prone, and a full one ends all compilation.
export MAVEN_OPTS="${MAVEN_OPTS:-} -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m"

# Installs the tools of the tests, which are skipped without them, and makes these tests fail then.
prepare_tools() {
  export BENCH_REQUIRE_DOCKER=1 BENCH_REQUIRE_BROWSER=1 BENCH_REQUIRE_RABBITMQ=1
  export BENCH_REQUIRE_MOSQUITTO=1 BENCH_REQUIRE_PROMETHEUS=1
  export BENCH_REQUIRE_SSH=1 BENCH_REQUIRE_KUBERNETES=1
  scripts/docker/prepare
  scripts/browser/prepare
  scripts/rabbitmq/prepare
  scripts/mosquitto/prepare
  scripts/prometheus/prepare
  scripts/ssh/prepare
  scripts/kubernetes/prepare
}

# stage NAME COMMAND...: runs a command, whose failure is listed at the end, and keeps its test reports. Maven gets
# -Dmaven.test.failure.ignore, so that it tests the modules behind a red one too.
stage() {
  local name=$1 code=0 before
  shift
  stages+=("$name")
  echo "=== $name: $*"
  before=$(processor_times)
  "$@" </dev/null 2>&1 | tee "$reports/$name.log" || code=${PIPESTATUS[0]}
  processor_use "$name" "$code" "$before" "$(processor_times)" | tee "$reports/$name.times"
  mkdir "$reports/$name"
  find . -type d \( -name surefire-reports -o -name failsafe-reports \) -path '*/target/*' -exec cp -r --parents {} \
    "$reports/$name/" \; -exec rm -r {} +
  red_tests "$name" >"$reports/$name.red"
  # The test of a JVM that crashed is in no report.
  if [ "$code" -ne 0 ] || grep -qE '^\[ERROR\] .*(error in the fork|VM terminated|Crashed tests)' "$reports/$name.log"; then
    printf 'stage\t\t\t\t%s\n' "$(grep -m 1 '^\[ERROR\]' "$reports/$name.log" || echo "exit code $code")" \
      >>"$reports/$name.red"
  fi
}

# Waits for the process of a stage in the background. One that broke off, such as on a full disk, has no test reports or
# not all of them, and is red by that alone.
await_stage() { # STAGE PID
  wait "$2" || printf 'stage\t\t\t\tbroken off with exit code %d\n' $? >>"$reports/$1.red"
}

# Prints, each in microseconds: the time, how long tasks have waited for a processor, and the processors' time that the
# hypervisor gave to other machines.
processor_times() {
  echo "${EPOCHREALTIME/./}" "$(sed -n 's/^some.*total=//p' /proc/pressure/cpu 2>/dev/null || true)" \
    "$(awk '/^cpu /{ print int($9 * 10000) }' /proc/stat)"
}

processor_use() { # STAGE CODE BEFORE AFTER
  awk -v stage="$1" -v code="$2" -v before="$3" -v after="$4" -v processors="$(nproc)" 'BEGIN {
    split(before, b, " "); split(after, a, " "); time = a[1] - b[1]
    printf "=== %s: %d:%02d, exit code %d, processors %.0f %% waited for and %.0f %% stolen\n", stage,
      time / 6e7, time / 1e6 % 60, code, 100 * (a[2] - b[2]) / time, 100 * (a[3] - b[3]) / time / processors
  }'
}

# Prints a line for each failed test of a stage: surefire or failsafe, module, class, method (empty if the whole class
# failed) and message, separated by tabs.
red_tests() { # STAGE
  (cd "$reports/$1" && find . -name 'TEST-*.xml' | sort | while read -r report; do
    awk -v report="$report" '
      /<testcase /{ test = $0 }
      /<(failure|error)[ >]/{
        split(report, path, "/target/")
        kind = path[2] ~ /^surefire/ ? "surefire" : "failsafe"
        match(test, / name="[A-Za-z0-9_]*/); method = substr(test, RSTART + 7, RLENGTH - 7)
        match(test, / classname="[^"]*/); class = substr(test, RSTART + 12, RLENGTH - 12); sub(/.*\./, "", class)
        message = match($0, /message="[^"]*/) ? substr($0, RSTART + 9, RLENGTH - 9) : $0
        gsub(/&#10;|\t/, " ", message)
        print kind "\t" substr(path[1], 3) "\t" class "\t" (method == class ? "" : method) "\t" substr(message, 1, 1500)
      }' "$report"
  done | sort -u -t $'\t' -k 1,4)
}

tests_of() { # STAGE
  find "$reports/$1" -name 'TEST-*.xml' -exec grep -h '<testcase ' {} + 2>/dev/null | wc -l
}

# Lists the stages, then everything red. Returns whether everything was green.
summary() {
  local stage red=0
  echo
  for stage in "${stages[@]}"; do
    echo "$(sed 's/^=== //' "$reports/$stage.times" 2>/dev/null || echo "$stage: broken off"), $(tests_of "$stage") tests"
  done
  for stage in "${stages[@]}"; do
    awk -F '\t' -v stage="$stage" '{ print "RED " stage ": " ($3 == "" ? $5 : $3 ($4 == "" ? "" : "#" $4) ": " $5) }' \
      "$reports/$stage.red"
    [ ! -s "$reports/$stage.red" ] || red=1
  done
  return "$red"
}
