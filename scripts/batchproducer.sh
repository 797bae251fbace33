#!/usr/bin/env bash
# RocketMQ's batchproducer.sh, extended: the same flags, and more (--help).
exec "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench" batchproducer "$@"
