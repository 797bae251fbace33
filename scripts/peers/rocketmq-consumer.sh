#!/usr/bin/env bash
# RocketMQ's Consumer against ours, fed flat out by 16 sender threads.
exec "$(dirname "${BASH_SOURCE[0]}")/run" consumer 20
