#!/usr/bin/env bash
# RocketMQ's TransactionProducer against ours, without consumers on either side.
exec "$(dirname "${BASH_SOURCE[0]}")/run" tproducer 1,8,32
