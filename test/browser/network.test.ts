import { afterAll, describe, expect, test } from 'vitest';
import { startServer } from '../server/running-server.js';
import { HAS_NO_BROWSER, openPage, startBrowser } from './browser.js';

describe.skipIf(HAS_NO_BROWSER)('the dashboard when the server is away', () => {
  const undo: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  test('says so, keeps what is shown, and continues when it is back', async () => {
    const afterwards = (work: () => Promise<void>): number => undo.push(work);
    const server = await startServer('sqlite', { args: ['--no-auth'], afterwards });
    await server.call('POST /v1/jobs', { body: { type: 'noop', payload: { path: 'before.csv' } } });
    const browser = await startBrowser();
    afterwards(() => browser.close());
    const { page } = await openPage(browser, server.url, { path: '/jobs' });
    await page.getByText('before.csv').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();

    server.running.process.kill('SIGKILL');
    await page.getByText('The server does not respond').waitFor();
    expect(await page.getByText('before.csv').count()).toBe(1);

    const args = ['--no-auth', '--port', String(server.port)];
    const again = await startServer('sqlite', { store: server, args, afterwards });
    await again.call('POST /v1/jobs', { body: { type: 'noop', payload: { path: 'after.csv' } } });
    await page.getByText('The server does not respond').waitFor({ state: 'detached' });
    await page.getByText('1 new job. Show it').click();
    await page.getByText('after.csv').waitFor();
  });
});
