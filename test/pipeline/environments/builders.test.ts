import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnvironmentOptions } from '../../../src/pipeline/environments/environment-options.js';
import { ensureEnvironment } from '../../../src/pipeline/environments/ensure-environment.js';
import { type Program, startProgram } from '../../engine/staging/program.js';
import { waitUntil } from '../../services/wait-until.js';
import { hasTools, openWorkshop, type Workshop } from './workshop.js';

describe.skipIf(!hasTools)('processes that need the same environment', () => {
  let workshop: Workshop;
  let options: EnvironmentOptions;
  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  beforeEach(() => {
    options = workshop.options();
    workshop.uvCalls();
  });
  afterAll(() => workshop.close());

  const startBuilder = (): Promise<Program> =>
    startProgram(new URL('fixtures/build-environment.ts', import.meta.url), [
      JSON.stringify({ wanted: workshop.parser, options }),
    ]);

  /** Makes the next `uv sync` wait, until it is let go or its folder is deleted. */
  const holdSync = (): void => writeFileSync(join(workshop.directory, 'hold-sync'), '');
  const letGo = (): void => rmSync(join(workshop.directory, 'holding'), { force: true });
  const inTheMiddle = (): Promise<boolean> =>
    waitUntil(() => existsSync(join(workshop.directory, 'holding')), { for: 'a build to begin', timeoutMs: 20_000 });

  test('two workers building the same environment at once build it once', async () => {
    holdSync();
    const builders = await Promise.all([startBuilder(), startBuilder()]);
    await inTheMiddle();
    letGo();
    const answers = await Promise.all(builders.map((builder) => builder.nextLine()));
    const interpreter = join(options.home.environments, workshop.parser.lockfileHash ?? '', 'bin/python');
    expect(answers).toEqual([1, 2].map(() => ({ path: interpreter, chosenBy: 'its lockfile' })));
    expect(workshop.uvCalls()).toEqual(['venv', 'sync']);
  });

  test('a builder killed in the middle leaves nothing that the next one trips over', async () => {
    holdSync();
    const builder = await startBuilder();
    await inTheMiddle();
    builder.kill('SIGKILL');
    await builder.ended;
    expect(readdirSync(options.home.environments).some((name) => name.includes('.draft-'))).toBe(true);
    const { path } = await ensureEnvironment(workshop.parser, options);
    expect(existsSync(path)).toBe(true);
    const names = readdirSync(options.home.environments);
    expect(names.sort()).toEqual(['', '.lock', '.use'].map((ending) => `${workshop.parser.lockfileHash}${ending}`));
  });
});
