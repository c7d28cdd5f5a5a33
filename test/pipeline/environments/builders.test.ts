import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnvironmentOptions } from '../../../src/pipeline/environments/environment-options.js';
import { ensureEnvironment } from '../../../src/pipeline/environments/ensure-environment.js';
import { type Program, startProgram } from '../../engine/staging/program.js';
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

  test('two workers building the same environment at once build it once', async () => {
    workshop.holdSync();
    const builders = await Promise.all([startBuilder(), startBuilder()]);
    await workshop.inTheMiddle();
    workshop.letGo();
    const answers = await Promise.all(builders.map((builder) => builder.nextLine()));
    const interpreter = join(options.home.environments, workshop.parser.lockfileHash ?? '', 'bin/python');
    expect(answers).toEqual([1, 2].map(() => ({ path: interpreter, chosenBy: 'its lockfile' })));
    expect(workshop.uvCalls()).toEqual(['venv', 'sync']);
  });

  test('a builder killed in the middle leaves nothing that the next one trips over', async () => {
    workshop.holdSync();
    const builder = await startBuilder();
    await workshop.inTheMiddle();
    builder.kill('SIGKILL');
    await builder.ended;
    expect(readdirSync(options.home.environments).some((name) => name.includes('.draft-'))).toBe(true);
    const { path } = await ensureEnvironment(workshop.parser, options);
    expect(existsSync(path)).toBe(true);
    const names = readdirSync(options.home.environments);
    workshop.letGo();
    expect(names.sort()).toEqual(['', '.lock', '.use'].map((ending) => `${workshop.parser.lockfileHash}${ending}`));
  });
});
