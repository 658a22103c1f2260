#!/bin/sh
# Starts a demo of Toteboard for the tests of another program.
#
#   demo.sh start    waits until the demo answers, and prints url=, key=, pro_key=, admin_url= and pid=
#   demo.sh stop PID
#
# Settings are variables, all of them optional:
#   TOTEBOARD   the command, "npx --yes toteboard@latest" unless set; a path such as ./toteboard-linux-x64 needs no Node
#   SEED, NOW   equal ones give equal markets, prices, matches and keys
#   FAIL        platforms that fail, such as kalshi=503,manifold=timeout
#   PORT        any free one unless set
#   PLATFORMS   fewer of them are ready sooner, such as predictit,manifold
#   KEPT        a file that keeps what was loaded, with SEED and NOW: later starts take 2 s in place of half a minute
#   WAIT        how many seconds it may take to be ready, 300 unless set
set -eu

toteboard=${TOTEBOARD:-npx --yes toteboard@latest}
kept=${KEPT:-}

main() {
  case ${1:-} in
  start) start ;;
  stop) stop "$2" ;;
  *) fail "usage: demo.sh start, or demo.sh stop PID" ;;
  esac
}

start() {
  folder=$(mktemp -d)
  if [ -n "$kept" ] && [ -f "$kept" ]; then
    cp "$kept" "$folder/demo.db"
    if ! run; then
      # Another version or other settings made it.
      rm -f "$kept" "$folder"/demo.db*
      run || fail "$(cat "$folder/log")"
    fi
  else
    run || fail "$(cat "$folder/log")"
  fi
  # A copy of now, before anyone changes anything.
  if [ -n "$kept" ] && ! [ -f "$kept" ]; then $toteboard backup "$kept" --db "$folder/demo.db" >&2; fi
  {
    echo "url=$(value url)"
    echo "key=$(value free)"
    echo "pro_key=$(value pro)"
    echo "admin_url=$(value admin)"
    echo "pid=$(sed -n 's/.*"pid":\([0-9]*\).*/\1/p' "$folder/ready")"
  } | tee -a "${GITHUB_OUTPUT:-/dev/null}"
}

# Starts the demo and waits for the line that it prints once it is ready; false if it ends before that.
run() {
  set -- demo --print-json --port "${PORT:-0}" --db "$folder/demo.db"
  [ -z "${SEED:-}" ] || set -- "$@" --seed "$SEED"
  [ -z "${NOW:-}" ] || set -- "$@" --now "$NOW"
  [ -z "${FAIL:-}" ] || set -- "$@" --fail "$FAIL"
  [ -z "${PLATFORMS:-}" ] || set -- "$@" --platforms "$PLATFORMS"
  $toteboard "$@" >"$folder/ready" 2>"$folder/log" </dev/null &
  left=$((${WAIT:-300} * 5))
  until [ -s "$folder/ready" ]; do
    kill -0 $! 2>/dev/null || return 1
    [ $left -gt 0 ] || { kill $! && fail "not ready within ${WAIT:-300} s: $(tail -5 "$folder/log")"; }
    left=$((left - 1))
    sleep 0.2
  done
}

value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$folder/ready"; }

stop() {
  kill "$1" 2>/dev/null || return 0
  while kill -0 "$1" 2>/dev/null; do sleep 0.1; done
}

fail() {
  echo "$1" >&2
  exit 1
}

main "$@"
