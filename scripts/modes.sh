#!/usr/bin/env bash
# modes.sh TOOL [flags]: runs producer, batchproducer, consumer or tproducer with these flags in each of
# the four modes, replication x flush, and prints a table of the results. Use scripts/bench run to place
# results (--out) and to repeat runs (--repeat): its flags stand before the --.
scripts=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
case "${1:-}" in -h | --help) exec "$scripts/bench" run --help ;; esac
exec "$scripts/bench" run "$scripts/../workloads/modes.yaml" --tool "${1:-}" -- "${@:2}"
