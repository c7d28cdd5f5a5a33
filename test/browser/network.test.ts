import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { startServer } from '../server/running-server.js';
import { HAS_NO_BROWSER, openPage, startBrowser } from './browser.js';

/** A text of each view that must stay readable while the server is away. */
const VIEWS: Readonly<Record<string, string>> = {
  '/jobs': 'before.csv',
  '/': 'Needs you',
  '/errors': 'Errors',
  '/queues': 'maintenance',
  '/datasets': 'Datasets',
  '/quarantine': 'Quarantine',
  '/sources': 'No sources yet',
  '/passports': 'No passports yet',
};

describe.skipIf(HAS_NO_BROWSER)('the dashboard when the server is away', () => {
  const undo: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  test('says so in every tab, keeps what is shown, and continues when it is back', async () => {
    const afterwards = (work: () => Promise<void>): number => undo.push(work);
    const server = await startServer('sqlite', { args: ['--no-auth'], afterwards });
    await server.call('POST /v1/jobs', { body: { type: 'noop', payload: { path: 'before.csv' } } });
    await server.call('POST /v1/queues/held/pause', { body: { reason: 'maintenance' } });
    const browser = await startBrowser();
    afterwards(() => browser.close());
    const { page: first, context } = await openPage(browser, server.url, { path: '/jobs' });
    const tabs: [Page, string][] = [];
    for (const [path, text] of Object.entries(VIEWS)) {
      const page = path === '/jobs' ? first : await context.newPage();
      if (page !== first) await page.goto(`${server.url}${path}`);
      await page.locator('main').getByText(text).first().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      tabs.push([page, text]);
    }

    server.running.process.kill('SIGKILL');
    for (const [page, text] of tabs) {
      await page.getByText('The server does not respond').waitFor();
      expect(await page.locator('main').getByText(text).first().isVisible()).toBe(true);
    }

    const args = ['--no-auth', '--port', String(server.port)];
    const again = await startServer('sqlite', { store: server, args, afterwards });
    await again.call('POST /v1/jobs', { body: { type: 'noop', payload: { path: 'after.csv' } } });
    for (const [page] of tabs) await page.getByText('The server does not respond').waitFor({ state: 'detached' });
    await first.getByText('1 new job. Show it').click();
    await first.getByText('after.csv').waitFor();
  });
});
