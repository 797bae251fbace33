#!/usr/bin/env bash
# RocketMQ's Producer against ours: TPS and processor time a message.
exec "$(dirname "${BASH_SOURCE[0]}")/run" producer 1,16,64
