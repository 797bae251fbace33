#!/usr/bin/env bash
# Compares RocketMQ's Consumer with that of brokerbench, both consuming a backlog from its first message.
exec "$(dirname "${BASH_SOURCE[0]}")/rocketmq.sh" consumer 20 "$@"
