import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { launcherCommand } from './command.js';
import { createFrameReader, createFrameWriter, type WriteFrame } from './frames.js';
import { createLaunchedRun, type LaunchedRun } from './launched-run.js';
import { endLinked, type LauncherLink, startLinked, watchPulse } from './launcher-link.js';
import { encodeStart } from './start-request.js';

/** Starts programs through a small Node (launcher-process.ts). */
export function startNodeLauncher(markPrefix: string, pingEveryMs: number): LauncherLink {
  return startLinked(launcherCommand(markPrefix), { pipes: 1 }, (child, link) => linkTo(child, link, pingEveryMs));
}

function linkTo(child: ChildProcess, socket: Socket, pingEveryMs: number): LauncherLink {
  const runs = new Map<number, LaunchedRun>();
  const writeFrame = createFrameWriter(socket);
  // After `close` nothing is written: a write could break the link before the last exits are received.
  const write: WriteFrame = (...frame) => socket.writable && writeFrame(...frame);
  let hasEnded = false;
  let starting = 0;

  const drop = (run: number): void => {
    runs.delete(run);
    if (runs.size === 0) socket.unref();
  };
  const pulse = watchPulse(child, pingEveryMs, {
    isAsked: () => runs.size > 0 && socket.writable,
    ping: () => write('ping', 0),
  });
  socket.on(
    'data',
    createFrameReader((frame) => {
      pulse.heard();
      if (runs.get(frame.run)?.receive(frame) === 'over') drop(frame.run);
    }),
  );
  socket.on('close', () => {
    hasEnded = true;
    pulse.stop();
    for (const run of runs.values()) run.lose();
    runs.clear();
  });

  return {
    get hasEnded() {
      return hasEnded;
    },
    get isBusy() {
      return starting > 0;
    },
    async start(run, request) {
      const launched = createLaunchedRun(request, () => write('finish', run));
      runs.set(run, launched);
      socket.ref();
      write('start', run, encodeStart(request));
      starting += 1;
      try {
        return await launched.started;
      } finally {
        starting -= 1;
      }
    },
    close: () => endLinked(child, socket),
  };
}
