import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDemo } from '../../../src/app/index.js';
import { systemInterpreter } from '../../../src/bridge/parser/interpreter.js';
import { temporaryFolder } from '../../cli/store.js';

const NO_PYTHON = { PATH: '/nonexistent' };

test('commands get no setting that leads away from the folder, and whoever goes on there is told', async () => {
  const env = {
    ...NO_PYTHON,
    LANG: 'C',
    DATABASE_URL: 'postgres://host/jobs',
    CASPARIAN_HOME: '',
    CASPARIAN_OFFLINE: '1',
  };
  const demo = await prepareDemo({ folder: await temporaryFolder(), python: undefined, env });
  expect(demo.env).toEqual({ ...NO_PYTHON, LANG: 'C', CASPARIAN_HOME: '' });
  expect(demo.misleading).toEqual(['DATABASE_URL', 'CASPARIAN_OFFLINE']);
});

test('without a folder it is a new one that nobody has used', async () => {
  const { folder, leftOut, steps } = await prepareDemo({ folder: undefined, python: undefined, env: NO_PYTHON });
  onTestFinished(() => rm(folder, { recursive: true }));
  expect((await readdir(folder)).sort()).toEqual(['casparian.toml', 'inbox', 'parsers']);
  expect(leftOut).toHaveLength(1);
  expect(steps.filter(({ needs }) => needs === 'python')).toEqual([]);
});

test('a Python that was named is used from the folder, too, and a broken one is left out', async () => {
  const folder = await temporaryFolder();
  const named = async (python: string) =>
    prepareDemo({ folder: join(folder, python.slice(-3)), python, env: process.env });
  const { path: python } = await systemInterpreter(process.env);
  const found = await named(relative(process.cwd(), python));
  expect(found).toMatchObject({ leftOut: [], env: { CASPARIAN_PYTHON: python } });
  const broken = await named(join(folder, 'none'));
  expect(broken.leftOut[0]?.why).toContain('cannot be run');
});
