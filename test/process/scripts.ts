// Programs in one line of shell each, which print the numbers of all their processes. They start faster than any Node.

export const WITH_A_CHILD = 'sleep 600 & echo $!; echo $$; wait';

/** One process, which is ours to wait for: once it has ended, nothing is left of its group. */
export const SLEEPS = 'echo $$; exec sleep 600';

export const IGNORES_SIGTERM = 'trap "" TERM; echo $$; sleep 600';

export const STOPPED = 'echo $$; kill -STOP $$';

/** A daemon as the book says: another session, its parent gone, and nothing of ours held open. */
const LEAVES_A_DAEMON = "(setsid sh -c 'echo $$; exec sleep 600 </dev/null >/dev/null 2>&1' &); ";

export const LEAVES_A_DAEMON_AND_EXITS = `${LEAVES_A_DAEMON} sleep 0.1`;

export const LEAVES_A_DAEMON_AND_STAYS = `${LEAVES_A_DAEMON} ${SLEEPS}`;

/** A double fork, in its own session and without a variable that could identify it. */
export const HIDES_A_DAEMON = "env -i setsid --fork /bin/sh -c 'echo $$; exec sleep 300' </dev/null 2>/dev/null";
