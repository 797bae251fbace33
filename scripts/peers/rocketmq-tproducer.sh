#!/usr/bin/env bash
# Compares RocketMQ's TransactionProducer with that of brokerbench, both without consumers.
exec "$(dirname "${BASH_SOURCE[0]}")/rocketmq.sh" tproducer 8 "$@"
