#!/usr/bin/env bash
# Makes a free key, then lists the three most traded open markets.
# bash first-request.sh
set -euo pipefail

url=${TOTEBOARD_URL:-http://127.0.0.1:8080}

key=$(curl -fsS -X POST "$url/api/v1/keys?name=me&email=me@example.com" | grep -o 'tb_live_[0-9A-Za-z]\{38\}')
echo "Your key, shown only once: $key" >&2

curl -fsS -H "X-API-Key: $key" "$url/api/v1/markets?page_size=3"
