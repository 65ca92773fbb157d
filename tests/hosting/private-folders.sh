#!/bin/sh
# Runs a command with folders of a machine of its own: what it installs there is nowhere else, and gone with it.
set -eu
layers=$(mktemp -d)
mount -t tmpfs -o mode=755 tmpfs "$layers"
mkdir "$layers/etc" "$layers/work"
mount -t overlay -o "lowerdir=/etc,upperdir=$layers/etc,workdir=$layers/work" overlay /etc
for folder in /opt /var/lib /var/backups; do
  mount -t tmpfs -o mode=755 tmpfs "$folder"
done
exec "$@"
