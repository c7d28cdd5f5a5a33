#!/bin/sh
# Outlives the process that started it, and then ends the programs that process ran. `guardian.ts` says why.
#
#   guardian.sh MARK
#
# Reads lines from its stdin: the numbers of the process groups that run now, all of them each time. The end of the
# input means that nobody holds the other end any more, whatever became of them.

trap '' HUP INT QUIT PIPE TERM TSTP

mark=$1
groups=

main() {
  # A last line that was cut off is not taken: half a number is somebody else's.
  while read -r line; do groups=$line; done
  signal_groups TERM
  tries=10
  while [ $tries -gt 0 ] && signal_groups 0; do
    tries=$((tries - 1))
    short_sleep
  done
  signal_groups KILL
  # Whoever forks while we look is found by the next look.
  tries=20
  while [ $tries -gt 0 ] && kill_marked; do
    tries=$((tries - 1))
    short_sleep
  done
}

# Whether there was anyone to signal.
signal_groups() {
  anyone=1
  for group in $groups; do
    kill "-$1" "-$group" 2>/dev/null && anyone=0
  done
  return $anyone
}

# Children that left their group still carry the mark in their environment, and so does a program that was started
# but not announced any more. Without /proc they are not known. Answers whether there was anyone to kill.
kill_marked() {
  anyone=1
  for environment in $(grep -Fls -e "$mark" /proc/[0-9]*/environ); do
    pid=${environment#/proc/}
    kill -KILL "${pid%/environ}" 2>/dev/null && anyone=0
  done
  return $anyone
}

short_sleep() {
  sleep 0.1 2>/dev/null || sleep 1
}

# In one line, so that the shell has read all of this before it waits: the file may be replaced meanwhile.
main; exit 0
