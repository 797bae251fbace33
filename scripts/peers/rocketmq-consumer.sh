#!/usr/bin/env bash
# Compares RocketMQ's Consumer with that of brokerbench, both consuming a backlog from its first message.
# The times are short enough that neither reaches the end of the backlog.
export WARMUP_SECONDS=${WARMUP_SECONDS:-20} WINDOW_SECONDS=${WINDOW_SECONDS:-15}
exec "$(dirname "${BASH_SOURCE[0]}")/rocketmq.sh" consumer 20 "$@"
