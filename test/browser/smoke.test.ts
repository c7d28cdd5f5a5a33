import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../server/running-server.js';
import { expectAccessible, HAS_NO_BROWSER, openPage, startBrowser } from './browser.js';

describe.skipIf(HAS_NO_BROWSER)('the dashboard in a browser', () => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    const afterwards = (work: () => Promise<void>): number => undo.push(work);
    server = await startServer('sqlite', { args: ['--base-path', '/flow'], afterwards });
    browser = await startBrowser();
    afterwards(() => browser.close());
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  test('opens with the printed link, below a base path, and shows the overview', async () => {
    const { page, context, expectClean } = await openPage(browser, server.url, {
      path: server.tokenUrl.slice(server.url.length),
    });
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/flow/');
    await page.getByText('Live', { exact: true }).waitFor();
    await expectAccessible(page);
    expectClean();
    await context.close();
  });

  test('asks for a key, refuses a wrong one, and returns to the page that was asked for', async () => {
    const { page, context, expectClean } = await openPage(browser, server.url, { path: '/jobs' });
    await page.getByLabel('API key').fill('bpc_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('UNAUTHORIZED').waitFor();
    await expectAccessible(page);
    await page.getByLabel('API key').fill(await server.keyOf('Reader'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Reader: Reader').waitFor();
    expect(new URL(page.url()).pathname).toBe('/flow/jobs');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    // The browser reports refused requests.
    expectClean('401');
    await context.close();
  });
});
