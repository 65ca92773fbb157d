#!/bin/sh
# Copies what a slim image of Debian with Node has from this machine into a folder: the essential packages without their
# documentation, certificates, Node and npm, the user that images of Node have, and further packages that are named.
set -eu
base=$1
shift
files=$(mktemp)
essential=$(dpkg-query -W -f '${Package} ${Essential}\n' | awk '$2 == "yes" { print $1 }')
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
  $essential libstdc++6 ca-certificates "$@" | grep '^[a-z]' | sort -u)
for package in $needed; do
  dpkg-query -L "$package" 2>/dev/null || true
done | sort -u | grep -Ev '^/(bin|sbin|lib|lib64)$|^/usr/share/(doc|man|info|locale)/' >"$files"
for folder in bin sbin lib lib64; do
  mkdir -p "$base/usr/$folder"
  ln -s "usr/$folder" "$base/$folder"
done
tar -c --no-recursion --ignore-failed-read -T "$files" 2>/dev/null | tar -x -C "$base" --keep-directory-symlink
tar -c -h /etc/resolv.conf /etc/ssl/certs 2>/dev/null | tar -x -C "$base"
rm "$files"
cp "$(readlink -f "$(command -v node)")" "$base/usr/bin/node"
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$base/usr/lib/node_modules"
cp -r "$npm" "$base/usr/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$base/usr/bin/npx"
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >"$base/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$base/etc/group"
mkdir -p "$base/root" "$base/tmp" "$base/home/node"
chmod 1777 "$base/tmp"
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then cp "$NODE_EXTRA_CA_CERTS" "$base/etc/ssl/certs/extra.pem"; fi
