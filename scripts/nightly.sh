#!/usr/bin/env bash
# Runs all benchmarks in every mode and compares them with the last accepted night (--help).
scripts=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
exec "$scripts/bench" night "$scripts/../workloads/night.yaml" "$@"
