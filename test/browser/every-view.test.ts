import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../server/running-server.js';
import { expectAccessible, HAS_NO_BROWSER, openPage, type WatchedPage } from './browser.js';
import { fillInvoices } from './data-on-server.js';
import { type Evidence, MARKUP, seedEvidence } from './evidence-data.js';
import { insertPastJobs, inventJobs } from './past-jobs.js';
import { useStage } from './server.js';

const BASE = '/x/y';
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

/** A view with the address at which it has data, a text of that data, and the text that it shows without any. */
interface Case {
  readonly path: string;
  readonly at?: (ids: Ids) => string;
  readonly text: string | RegExp;
  /** Pages below a list have nothing to show without their record: the error says so. */
  readonly empty: string | RegExp;
  /** Who sees it; everyone by default. */
  readonly hiddenFromReader?: boolean;
}

interface Ids extends Evidence {
  readonly job: string;
  readonly file: string;
}

const CASES: readonly Case[] = [
  { path: '/', text: 'Needs you', empty: 'Nothing needs you' },
  { path: '/jobs', text: 'match', empty: 'No jobs yet' },
  { path: '/jobs/:id', at: ({ job }) => `/jobs/${job}`, text: 'Attempts', empty: 'JOB_NOT_FOUND' },
  { path: '/errors', text: 'JOB_TIMEOUT', empty: 'Nothing has failed' },
  { path: '/queues', text: 'Paused: maintenance', empty: 'No queue has jobs' },
  { path: '/workers', text: 'Alive', empty: /Alive|No worker runs/ },
  { path: '/schedules', text: 'Monday to Friday at 03:00', empty: /sign-tree-heads|No schedules yet/ },
  { path: '/files', text: 'a.csv', empty: 'No file is known yet' },
  { path: '/files/:id', at: ({ file }) => `/files/${file}`, text: 'Rows from this file', empty: 'FILE_NOT_FOUND' },
  { path: '/datasets', text: 'invoices', empty: 'No datasets yet' },
  { path: '/datasets/:name', at: () => '/datasets/invoices', text: 'Every row names its file', empty: /NOT_FOUND/ },
  { path: '/quarantine', text: 'Reasons', empty: 'No row is in quarantine' },
  { path: '/sql', text: 'To begin with', empty: 'Jobs by state' },
  { path: '/drop', text: 'Drop a file here', empty: 'Drop a file here', hiddenFromReader: true },
  { path: '/passports', text: 'EV-75-NMC', empty: 'No passports yet' },
  {
    ...{ path: '/passports/:id', at: ({ passportId }) => `/passports/${passportId}` },
    ...{ text: 'Required by law', empty: /NOT_FOUND/ },
  },
  { path: '/sources', text: 'coin-market', empty: 'No sources yet' },
  { path: '/valuations', text: 'Confidence', empty: 'No items yet' },
  {
    ...{ path: '/valuations/:id', at: ({ intakeId }) => `/valuations/${intakeId}` },
    ...{ text: 'Price points', empty: /NOT_FOUND/ },
  },
  { path: '/audit', text: 'Verify the log', empty: 'Verify the log', hiddenFromReader: true },
  { path: '/webhooks', text: 'All deliveries', empty: 'No endpoints yet', hiddenFromReader: true },
  { path: '/keys', text: 'Begins with', empty: 'Begins with', hiddenFromReader: true },
  { path: '/settings', text: 'Check again', empty: 'Check again' },
];

/** What changes something. A Reader must not be offered any of it. */
const CHANGES =
  /^(Retry|Run again|Cancel|Delete|Pause|Resume|Limit|Add|Create|Revoke|Activate|Discard|Replay|Apply|Import|Send|Remove|Isolate|Probe|Edit|Recompute|Collect|Freeze|Correct|Save|Restore|Make it a dataset)/;

describe.skipIf(HAS_NO_BROWSER)('every view', () => {
  let ids: Ids;
  let empty: RunningServer;
  const undo: (() => Promise<void>)[] = [];
  const stage = useStage({
    args: ['--with-worker', '--base-path', BASE],
    env: { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' },
    fill: async (server) => {
      const key = await server.keyOf('Admin', 'default', 'filler');
      const evidence = await seedEvidence(server, key);
      undo.push(async () => void evidence.receiver.close());
      await fillInvoices(server, key);
      await insertPastJobs(server.engine.database, inventJobs(Date.now()));
      await server.call('POST /v1/queues/held/pause', { key, body: { reason: 'maintenance' } });
      const body = { cron: '0 3 * * 1-5', type: 'noop', timezone: 'UTC' };
      await server.call('PUT /v1/schedules/nightly', { key, body });
      const hostile = { type: 'fail', payload: { path: MARKUP, message: MARKUP }, max_attempts: 1 };
      const job = await server.call<{ id: string }>('POST /v1/jobs', { key, body: hostile });
      const files = await server.call<{ items: { id: string }[] }>('GET /v1/files', { key });
      ids = { ...evidence, job: job.json.id, file: files.json.items[1]!.id };
    },
  });
  beforeAll(async () => {
    empty = await startServer('sqlite', { args: ['--base-path', BASE], afterwards: (work) => undo.push(work) });
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  let keys = 0;
  const open = async (server: RunningServer, path: string, role: 'Admin' | 'Reader'): Promise<WatchedPage> =>
    openPage(stage.browser, server.url, {
      ...{ path, cookieFrom: await server.keyOf(role, 'default', `key-${++keys}`) },
      // Colours are compared; a transition between themes would be caught half way.
      reducedMotion: 'reduce',
    });

  test('is in this table', () => {
    const source = readFileSync(new URL('../../dashboard/src/views.ts', import.meta.url), 'utf8');
    const paths = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
    expect(CASES.map(({ path }) => path)).toEqual(paths);
  });

  test.each(CASES)('$path with data, in both themes and on a phone, below a base path', async (view) => {
    const { page, context, expectClean } = await open(stage.server, view.at?.(ids) ?? view.path, 'Admin');
    await page.locator('main').getByText(view.text).first().waitFor();
    await expectOwnLinks(page);
    for (const [size, colorScheme] of [
      [WIDE, 'dark'],
      [PHONE, 'light'],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    // Markup in names, errors, cells, prices and fields stays text.
    expect(await page.locator('img[src="nowhere"], img[src="x"]').count()).toBe(0);
    expectClean();
    await context.close();
  });

  test.each(CASES)('$path without data says what to do next', async (view) => {
    const path = view.path.replace(':id', '01a1e000-0000-7000-8000-000000000000').replace(':name', 'nothing');
    const { page, context, expectClean } = await open(empty, path, 'Admin');
    await page.locator('main').getByText(view.empty).first().waitFor();
    await expectAccessible(page);
    // The browser reports a record that does not exist.
    expectClean(...(path === view.path ? [] : ['404']));
    await context.close();
  });

  test.each(CASES)('$path offers a Reader nothing that changes something', async (view) => {
    const { page, context, expectClean } = await open(stage.server, view.at?.(ids) ?? view.path, 'Reader');
    const main = page.locator('main');
    await main
      .getByText(view.hiddenFromReader ? /may not|cannot/ : view.text)
      .first()
      .waitFor();
    const names = await main.getByRole('button').allTextContents();
    expect(names.filter((name) => CHANGES.test(name.trim()))).toEqual([]);
    expectClean();
    await context.close();
  });

  test('the server refuses a Reader whatever the page offers', async () => {
    const { page, context } = await open(stage.server, '/', 'Reader');
    const refused = [
      ['POST', `v1/jobs/${ids.job}/retry`],
      ['POST', 'v1/queues/parse/pause'],
      ['POST', 'v1/sources/coin-market/pause'],
      ['POST', `v1/passport-versions/${ids.activeId}/revoke`],
      ['POST', 'v1/quarantine/replay'],
      ['DELETE', 'v1/schedules/nightly'],
      ['POST', 'v1/keys'],
    ];
    const statuses = await page.evaluate(
      (requests) =>
        Promise.all(
          requests.map(async ([method, url]) => {
            const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
            return (await fetch(url!, { method: method!, ...body })).status;
          }),
        ),
      refused,
    );
    expect(statuses).toEqual(refused.map(() => 403));
    await context.close();
  });
});

/** Links lead below the base path, and name it once. */
async function expectOwnLinks(page: Page): Promise<void> {
  const addresses = await page.evaluate<string[]>(`[...document.querySelectorAll('a[href]')].map(({ href }) => href)`);
  const paths = addresses
    .map((address) => new URL(address))
    .filter(({ origin }) => origin === new URL(page.url()).origin)
    .map(({ pathname }) => pathname);
  expect(paths.filter((path) => !path.startsWith(`${BASE}/`) || path.startsWith(`${BASE}${BASE}`))).toEqual([]);
}
