#!/usr/bin/env bash
# RocketMQ's Consumer against ours, both out of a backlog, from its first message on. The times are
# such that neither comes to its end.
export WARMUP_SECONDS=${WARMUP_SECONDS:-20} WINDOW_SECONDS=${WINDOW_SECONDS:-15}
exec "$(dirname "${BASH_SOURCE[0]}")/run" consumer 20
