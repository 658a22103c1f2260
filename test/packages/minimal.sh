#!/bin/sh
# Runs the command that follows in a system that holds the files of three packages of Debian and nothing else, made under the
# empty folder $1. $2 is the executable, there /toteboard; the project is at its own path, and can only be read. All that is
# written goes into memory and ends with this shell's mount namespace.
set -eu
root=$1
executable=$2
project=$3
shift 3

mount -t tmpfs none "$root"
mkdir -p "$root/usr/lib" "$root/usr/lib64" "$root/proc" "$root/dev" "$root/tmp" "$root$project"
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"
for file in $(dpkg -L libc6 libgcc-s1 libstdc++6 | grep -v ^/usr/share/); do
  if [ -f "$file" ]; then echo ".$file"; fi
done | tar -C / -c -T - | tar -C "$root" -x
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$project" "$root$project"
mount -o remount,ro,bind "$root$project"
cp "$executable" "$root/toteboard"
exec chroot "$root" "$@"
