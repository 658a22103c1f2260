#!/bin/sh
# Installs the package $3 of the release with its database $4, upgrades it to the package $1, runs, removes and purges it, in a
# copy of this system, under the empty folder $2. All that is written goes into memory and ends with this shell's mount
# namespace. Prints a line for each fact.
set -eu

mount -t tmpfs none "$2"
mkdir "$2/upper" "$2/work" "$2/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$2/upper,workdir=$2/work" "$2/root"
mount -t proc proc "$2/root/proc"
mount --rbind /dev "$2/root/dev"
# What is mounted over the system's own folders is not in the copy.
mkdir -p "$2/root/tmp"
chmod 1777 "$2/root/tmp"
mkdir "$2/root/tmp/dist"
cp "$1" "$2/root/tmp/dist/"
cp "$3" "$2/root/tmp/release.deb"
cp "$4" "$2/root/tmp/release.db"

exec chroot "$2/root" /bin/sh -eu <<'INSIDE'
export DEBIAN_FRONTEND=noninteractive
cd /
log=/tmp/dpkg.log
fact() { echo "$1: $2"; }
package() { dpkg "$@" >>"$log" 2>&1 || { cat "$log" >&2; exit 1; }; }
mode() { stat -c '%U:%G %a' "$1" 2>/dev/null || echo gone; }
settings=/etc/toteboard/toteboard.env
data=/var/lib/toteboard

version() { dpkg-query -W -f '${Version}' toteboard; }

package --install /tmp/release.deb
fact release "$(version)"
install -o toteboard -g toteboard -m 600 /tmp/release.db $data/toteboard.db
cd /tmp
apt install --yes ./dist/toteboard_*.deb >>"$log" 2>&1 || { cat "$log" >&2; exit 1; }
fact version "$(version)"
cd /
fact status "$(dpkg-query -W -f '${db:Status-Abbrev}' toteboard)"
fact verified "$(dpkg --verify toteboard)"
fact settings "$(mode $settings)"
fact data "$(mode $data)"
fact enabled "$(readlink -f /etc/systemd/system/multi-user.target.wants/toteboard.service)"
fact shell "$(getent passwd toteboard | cut -d: -f6,7)"

# As systemd does: the unit's command, user, folder and settings.
echo TOTEBOARD_NO_INGEST=true >>"$settings"
unit=/usr/lib/systemd/system/toteboard.service
start() {
  : >/tmp/out
  (
    cd "$(sed -n 's/^WorkingDirectory=//p' $unit)"
    umask "$(sed -n 's/^UMask=//p' $unit)"
    set -a
    export $(sed -n 's/^Environment=//p' $unit)
    . "$(sed -n 's/^EnvironmentFile=-//p' $unit)"
    user=$(sed -n 's/^User=//p' $unit)
    exec setpriv --reuid="$user" --regid="$user" --clear-groups $(sed -n 's/^ExecStart=//p' $unit) --port 0 >/tmp/out 2>/tmp/err
  ) &
  service=$!
  tries=0
  until port=$(sed -n 's/.*listening on .*:\([0-9]*\)$/\1/p' /tmp/out) && [ -n "$port" ]; do
    kill -0 $service 2>/dev/null || { cat /tmp/err >&2; exit 1; }
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { echo "the service did not start" >&2; exit 1; }
    sleep 0.1
  done
}
stop() { kill -TERM $service; wait $service; }
start
fact health "$(toteboard health --port "$port")"
stop
fact database "$(mode $data/toteboard.db)"
fact migrated "$(sed -n 's/.*"msg":"\(the database is brought[^"]*\)".*/\1/p' /tmp/err)"
fact lock "$(mode $data/toteboard.db.lock)"
fact copy "$(mode $data/toteboard.db.schema-3)"

# Root's own folder, which the service's user may not enter.
mkdir -m 700 /root/private
cd /root/private
fact keys "$(toteboard keys create --name Desk --email me@example.com | grep -om1 tb_live_)"
fact doctor "$(toteboard doctor | grep -om1 /var/lib/toteboard/toteboard.db)"
fact backup "$(toteboard backup copy.db | sed 's/:.*//') $(mode copy.db)"
rm $data/toteboard.db.lock
fact restored "$(toteboard restore copy.db | tail -n 1 | sed 's/\.replaced-.*//')"
cd /
fact owned "$(mode $data/toteboard.db), $(mode $data/toteboard.db.lock)"
start
fact again "$(toteboard health --port "$port")"
fact as-user "$(setpriv --reuid=toteboard --regid=toteboard --clear-groups toteboard keys list | grep -c Desk)"
stop

package --install --force-confold /tmp/dist/toteboard_*.deb
fact upgraded "$(tail -n 1 $settings)"
start
stop

package --remove toteboard
fact removed "$(dpkg-query -W -f '${db:Status-Abbrev}' toteboard)"
fact program "$(mode /usr/bin/toteboard)"
fact kept "$(mode $data/toteboard.db), $(mode $settings)"
package --purge toteboard
fact purged "$(mode $data), $(mode /etc/toteboard), $(mode /etc/systemd/system/multi-user.target.wants/toteboard.service)"
fact user "$(id -un toteboard)"
INSIDE
