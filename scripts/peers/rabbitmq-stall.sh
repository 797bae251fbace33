#!/usr/bin/env bash
# Compares the figures of PerfTest and brokerbench for a stall of all nodes of five seconds (see
# rabbitmq.sh --help).
exec "$(dirname "${BASH_SOURCE[0]}")/rabbitmq.sh" --stall "$@"
