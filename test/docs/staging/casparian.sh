#!/bin/sh
# The `casparian` on the PATH; `cli-server.mjs` runs the commands.
env -0 > "$CLI_SERVER/environment"
printf '%s\0' "$@" > "$CLI_SERVER/arguments"
echo > "$CLI_SERVER/request"
read -r code < "$CLI_SERVER/answer"
. "$CLI_SERVER/said"
exit "$code"
