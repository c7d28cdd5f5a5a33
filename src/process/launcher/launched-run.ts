import { createRemoteProgram } from '../remote-program.js';
import type { Exit } from '../result.js';
import { explainStartError } from '../start-error.js';
import type { Started } from '../started.js';
import { type Frame, parsePayload } from './frames.js';
import type { StartRequest } from './start-request.js';

/** One run under a launcher, starting or running, as reported by frames. */
export interface LaunchedRun {
  readonly started: Promise<Started>;
  receive(frame: Frame): 'over' | 'goes on';
  /** The launcher is gone, or the reaper of the program. */
  lose(): void;
}

export function createLaunchedRun(request: StartRequest, finish: () => void): LaunchedRun {
  const remote = createRemoteProgram();
  let answer: (started: Started) => void = () => undefined;
  const started = new Promise<Started>((resolve) => (answer = resolve));
  return {
    started,
    receive({ type, payload }) {
      switch (type) {
        case 'started':
          answer({
            kind: 'started',
            program: remote.started(parsePayload<number>(payload), finish),
            release: () => undefined,
          });
          return 'goes on';
        case 'failed':
          answer({ kind: 'refused', startError: explainStartError(parsePayload(payload), request) });
          return 'over';
        case 'stdout':
        case 'stderr':
        case 'report':
          remote.wrote(type, payload);
          return 'goes on';
        case 'exit':
          remote.exited(parsePayload<Exit>(payload));
          return 'goes on';
        case 'closed':
          remote.closed();
          return 'over';
        default:
          return 'goes on';
      }
    },
    lose() {
      remote.lose();
      answer({ kind: 'lost' });
    },
  };
}
