#!/usr/bin/env bash
# What PerfTest and ours say of five seconds in which all nodes stand still (see rabbitmq.sh --help).
exec "$(dirname "${BASH_SOURCE[0]}")/rabbitmq.sh" --stall "$@"
