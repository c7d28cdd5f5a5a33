import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION } from '../../src/platform/index.js';
import { installPackage, type Installation } from '../package/packed.js';

let installation: Installation;
beforeAll(async () => {
  installation = await installPackage('installed');
}, 600_000);
afterAll(() => installation.remove());

test('npm installs the tarball in an empty folder, for a user with an empty home, and it runs', async () => {
  const { stdout } = await installation.call('node_modules/.bin/casparian', ['--version']);
  expect(stdout).toBe(`${VERSION}\n`);
  const task = await installation.call('node_modules/.bin/casparian', ['task', 'run', '--json', '--', 'true']);
  expect(JSON.parse(task.stdout)).toMatchObject({ status: 'completed' });
});
