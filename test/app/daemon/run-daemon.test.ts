import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDaemon } from '../../../src/app/daemon/run-daemon.js';
import { loadParserSettings, loadSettings } from '../../../src/settings/index.js';
import { temporaryFolder } from '../../cli/store.js';

test('a folder that is not there is refused before anything is started', async () => {
  const home = await temporaryFolder();
  const inputs = { flags: { home }, env: {}, cwd: home };
  const root = join(home, 'incomming');
  const options = {
    tenant: 'default',
    onlyTenant: false,
    settings: await loadSettings(inputs),
    parsers: await loadParserSettings(inputs),
    folders: [{ root, tags: [], patterns: [], ignore: [], home }],
    ...{ workerId: undefined, parallel: 1, onStarted: () => undefined, hintText: String },
  };
  await expect(runDaemon(options)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
});
