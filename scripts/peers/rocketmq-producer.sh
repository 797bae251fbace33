#!/usr/bin/env bash
# Compares RocketMQ's Producer with that of brokerbench: TPS and processor time per message.
exec "$(dirname "${BASH_SOURCE[0]}")/rocketmq.sh" producer 16,64,16stock "$@"
