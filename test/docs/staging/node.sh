#!/bin/sh
# The `node` on the PATH. `--import tsx` works without tsx, whose hooks take three times as long as the programs.
if [ "$1 $2" = '--import tsx' ]; then
  shift 2
  exec "$NODE" "$RUN_TYPESCRIPT" "$@"
fi
exec "$NODE" "$@"
