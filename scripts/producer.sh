#!/usr/bin/env bash
# RocketMQ's producer.sh, extended: the same flags, and more (--help).
exec "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench" producer "$@"
