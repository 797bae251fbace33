#!/usr/bin/env bash
# RocketMQ's tproducer.sh, extended: the same flags, and more (--help).
exec "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench" tproducer "$@"
