import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type RunningServer, startServer } from '../server/running-server.js';
import { startBrowser } from './browser.js';

/** A server and a browser for all tests of a file. Members are set before the first test. */
export interface Stage {
  server: RunningServer;
  browser: Browser;
}

/** `const stage = useStage({ args: ['--with-worker'], fill: async (server) => … })`, inside of `describe`. */
export function useStage({
  args = [],
  env = {},
  fill = () => Promise.resolve(),
}: {
  args?: readonly string[];
  env?: Record<string, string>;
  fill?: (server: RunningServer) => Promise<void>;
} = {}): Stage {
  const stage = {} as Stage;
  const undo: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const afterwards = (work: () => Promise<void>): number => undo.push(work);
    stage.server = await startServer('sqlite', { args, env, afterwards });
    await fill(stage.server);
    stage.browser = await startBrowser();
    afterwards(() => stage.browser.close());
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  return stage;
}
