#!/bin/sh
# Runs a command in a network of its own, in which the hosts of the README are this machine and nobody uses its ports.
set -eu
ip link set lo up
# Visitors of race.example, and an address for documentation only.
ip address add 203.0.113.7/32 dev lo
ip address add 203.0.113.8/32 dev lo
hosts=$(mktemp)
chmod 644 "$hosts"
{ cat /etc/hosts; echo '127.0.0.1 race.example mail.example'; } >"$hosts"
mount --bind "$hosts" /etc/hosts
rm "$hosts"
exec "$@"
