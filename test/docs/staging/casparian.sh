#!/bin/sh
# Stands for `casparian` on the PATH; `cli-server.mjs` does the work.
env -0 > "$CLI_SERVER/environment"
printf '%s\0' "$@" > "$CLI_SERVER/arguments"
echo > "$CLI_SERVER/request"
read -r code < "$CLI_SERVER/answer"
cat "$CLI_SERVER/stdout"
cat "$CLI_SERVER/stderr" >&2
exit "$code"
