import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { explainStartError } from '../start-error.js';
import { encodeFrame } from './frames.js';
import { createSlot, encodeRequest } from './slot.js';
import { endLinked, type LauncherLink, LINK_FD, startLinked, watchPulse } from './launcher-link.js';

const ADOPTER = fileURLToPath(new URL('python/adopter.py', import.meta.url));

/** How many programs of one adopter run at the same time. Their reapers are kept: to fork one takes 2 ms of CPU. */
const SLOTS = 8;

const PING = encodeFrame({ type: 'ping', run: 0, payload: Buffer.alloc(0) });

/**
 * Starts programs through an adopter (adopter.py). Each program has a reaper, which reports to this process and ends all descendants
 * of the program.
 */
export function startAdopter(python: string, markPrefix: string, pingEveryMs: number): LauncherLink {
  const command = [python, ['-I', '-S', '-B', ADOPTER, String(SLOTS), markPrefix]] as const;
  return startLinked(command, { pipes: 1 + SLOTS }, (child, link) => linkTo(child, link, pingEveryMs));
}

function linkTo(child: ChildProcess, link: Socket, pingEveryMs: number): LauncherLink {
  let hasEnded = false;
  let isClosing = false;
  const slots = child.stdio.slice(LINK_FD + 1).map((socket) => createSlot(socket as Socket));
  const freeSlot = () => slots.find(({ state }) => state === 'free');
  const pulse = watchPulse(child, pingEveryMs, {
    isAsked: () => slots.some(({ state }) => state === 'busy') && link.writable,
    ping: () => link.write(PING),
  });
  // Its first frame says that it can adopt orphans. It ends otherwise.
  const isAble = new Promise<boolean>((resolve) => {
    link.once('data', () => resolve(true));
    child.once('exit', (_code, signal) => {
      // The end of the link may not have been read yet.
      hasEnded = true;
      resolve(signal !== null);
    });
  });
  // Until then it keeps this process alive: if it ends, programs are started in another way.
  child.ref();
  void isAble.then(() => child.unref());
  link.on('data', pulse.heard);
  link.on('close', () => {
    hasEnded = true;
    pulse.stop();
    // An adopter that is closed outlives its reapers. Without one, nothing would end what a killed reaper leaves.
    if (!isClosing) for (const slot of slots) slot.destroy();
  });

  return {
    get hasEnded() {
      return hasEnded;
    },
    get isBusy() {
      return freeSlot() === undefined;
    },
    async start(_run, request) {
      const payload = encodeRequest(request);
      if (payload === undefined) {
        const error = Object.assign(new Error('No system can start that'), { code: 'ERR_INVALID_ARG_VALUE' });
        return { kind: 'refused', startError: explainStartError(error, request) };
      }
      const started = freeSlot()?.start(request, payload).started ?? ({ kind: 'lost' } as const);
      return (await isAble) ? started : { kind: 'unable' };
    },
    close() {
      isClosing = true;
      for (const slot of slots) slot.end();
      return endLinked(child, link);
    },
  };
}
