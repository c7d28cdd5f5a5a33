#!/bin/sh
# A task in shell. Exit codes alone would do: 0 done, 75 try again, others failed. An envelope adds a result, or a reason.
#
#   casparian task submit --wait --payload '{"file": "orders.csv"}' -- sh examples/tasks/count-lines.sh
set -eu

# One text without quotes in it can be had without jq. What is more than that is easier as arguments of the command.
file=$(sed -n 's/.*"file" *: *"\([^"\\]*\)".*/\1/p')

fail() {
  printf '{"ok": false, "error": {"class": "%s", "message": "%s", "retryable": %s}}\n' "$1" "$2" "$3"
  exit 1
}

[ -n "$file" ] || fail BadPayload "the payload needs a plain text 'file'" false
[ -e "$file" ] || fail NotThere "$file is not there yet" true

echo "counting the lines of $file" # Into the log. Only the last line of stdout is the envelope.
printf '{"ok": true, "result": {"lines": %d}}\n' "$(wc -l < "$file")"
