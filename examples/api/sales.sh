#!/bin/sh
# The HTTP API with curl: uploads a file, waits until it is read, and queries it. Needs a server with a worker, and
#   CASPARIAN_URL=http://127.0.0.1:8080 CASPARIAN_KEY=bpc_… sh sales.sh
set -eu

# api METHOD PATH [OPTIONS OF CURL]: sends a request and prints the response. It is sent again if the server is busy or restarts.
api() {
  method=$1 path=$2
  shift 2
  curl --silent --show-error --retry 5 --retry-connrefused --request "$method" "$CASPARIAN_URL$path" \
    --header "Authorization: Bearer $CASPARIAN_KEY" "$@"
}

# member NAME: prints the last member with this name in the JSON on stdin. Programs that do more use jq.
member() {
  sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p"
}

json='Content-Type: application/json'

printf 'city,sales\nOslo,12\nBergen,30\n' |
  api POST '/v1/files?name=sales.csv&dataset=sales' --header 'Content-Type: application/octet-stream' --data-binary @- |
  member jobs_created | sed 's/^/jobs created: /'

until [ "$(api GET '/v1/jobs?type=parse&limit=1' | member status)" = completed ]; do sleep 0.2; done

api POST /v1/query --header "$json" --data '{"sql": "SELECT sum(sales) AS total FROM sales"}' |
  member total | sed 's/^/total: /'

# A request that is repeated with its key is executed once.
key="sales-$$-$(date +%s)"
first=$(api POST /v1/jobs --header "$json" --header "Idempotency-Key: $key" --data '{"type": "noop"}' | member id)
again=$(api POST /v1/jobs --header "$json" --header "Idempotency-Key: $key" --data '{"type": "noop"}' | member id)
[ "$first" = "$again" ] && echo 'same job: yes'

# A list has pages: next_cursor leads to the next one, until it is null.
pages=0 cursor=
while [ "$cursor" != null ]; do
  page=$(api GET "/v1/jobs?limit=1${cursor:+&cursor=$cursor}")
  cursor=$(printf '%s' "$page" | member next_cursor) pages=$((pages + 1))
done
lines=$(api GET /v1/jobs --header 'Accept: application/x-ndjson' | wc -l)
[ "$pages" -eq "$lines" ] && echo 'pages and lines: the same'

# An error has a code, which `casparian explain` describes.
api GET /v1/datasets/missing | member code | sed 's/^/error: /'

# Changes, as they happen; here, the first message.
api GET '/v1/events/stream?seconds=1' --no-buffer | sed -n 's/^event: ready/stream: ready/p'
