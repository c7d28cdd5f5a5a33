import { describe, expect, test } from 'vitest';
import { insertPastJobs, inventJobs } from './past-jobs.js';
import { expectAccessible, HAS_NO_BROWSER, openPage, takeScreenshots } from './browser.js';
import { useStage } from './server.js';

const HOSTILE = `<img src=x onerror="document.title='owned'">`;

describe.skipIf(HAS_NO_BROWSER)('the views of work, with data', () => {
  let failing = '';
  let exact = '';
  const stage = useStage({
    args: ['--with-worker', '--concurrency', '4'],
    fill: async (server) => {
      await insertPastJobs(server.engine.database, inventJobs(Date.now()));
      const key = await server.keyOf('Admin', 'default', 'filler');
      const add = async (body: object): Promise<string> =>
        (await server.call<{ id: string }>('POST /v1/jobs', { key, body })).json.id;
      failing = await add({ type: 'fail', payload: { path: HOSTILE, message: HOSTILE }, max_attempts: 1 });
      // JSON.stringify would round it.
      const { json } = await server.call<{ id: string }>('POST /v1/jobs', {
        ...{ key, headers: { 'content-type': 'application/json' } },
        body: '{"type":"noop","payload":{"order":9007199254740993,"path":"exact.csv"}}',
      });
      exact = json.id;
      await server.call('PUT /v1/schedules/nightly', {
        key,
        body: { cron: '0 3 * * 1-5', type: 'noop', timezone: 'UTC' },
      });
      await server.call('POST /v1/queues/held/pause', { key, body: { reason: 'maintenance' } });
      await add({ type: 'noop', queue: 'held', payload: { path: 'held.csv' } });
    },
  });
  const open = async (path: string, role: 'Admin' | 'Reader' = 'Admin'): ReturnType<typeof openPage> => {
    const { server, browser } = stage;
    return openPage(browser, server.url, { path, cookieFrom: await server.keyOf(role, 'default', `key-${++keys}`) });
  };
  let keys = 0;

  test.each([
    ['overview', '/', 'Needs you'],
    ['jobs', '/jobs', 'match'],
    ['errors', '/errors', 'JOB_TIMEOUT'],
    ['queues', '/queues', 'Paused: maintenance'],
    ['workers', '/workers', 'Alive'],
    ['schedules', '/schedules', 'Monday to Friday at 03:00'],
  ])('%s shows its data, is accessible, and does nothing forbidden', async (name, path, text) => {
    const { page, context, expectClean } = await open(path);
    await page.getByText(text, { exact: false }).first().waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, name);
    expectClean();
    await context.close();
  });

  test('a job shows its life, exact numbers and what it was given, as text', async () => {
    const { page, context, expectClean } = await open(`/jobs/${exact}`);
    await page.getByText('9007199254740993').first().waitFor();
    await page.goto(`${stage.server.url}/jobs/${failing}`);
    await page.getByRole('heading', { level: 1 }).getByText('onerror', { exact: false }).waitFor();
    await page.getByText('Attempts', { exact: true }).waitFor();
    expect(await page.title()).not.toBe('owned');
    await expectAccessible(page);
    await takeScreenshots(page, 'job');
    expectClean();
    await context.close();
  });

  test('the filter is in the address, completes values, and can be taken back', async () => {
    const { page, context, expectClean } = await open('/jobs');
    await page.getByText('match', { exact: false }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('error:');
    await page.getByRole('option', { name: /JOB_TIMEOUT/ }).click();
    await page.keyboard.type('-type:noop ');
    await page.waitForURL(/filter=error:JOB_TIMEOUT/);
    await page
      .getByRole('cell', { name: /JOB_TIMEOUT/ })
      .first()
      .waitFor();
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('filter');
    await page.goto(`${stage.server.url}/jobs?filter=colour:red`);
    await page.getByText('colour is not a filter').waitFor();
    expectClean();
    await context.close();
  });

  test('rows are selected with the keyboard, and all that match are changed', async () => {
    const { page, context, expectClean } = await open('/jobs?filter=status:failed error:QUARANTINE_LIMIT');
    await page
      .getByRole('cell', { name: /QUARANTINE_LIMIT/ })
      .first()
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: /Select all \d+ that match/ }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Cancel \d+ jobs$/ }).click();
    await page.getByText(/\d+ jobs are cancelled/).waitFor({ timeout: 30_000 });
    await page.getByText('No job matches').waitFor();
    expectClean();
    await context.close();
  });

  test('a cancelled job can be brought back with Z', async () => {
    const { server } = stage;
    const key = await server.keyOf('Admin', 'default', 'undo');
    const body = { type: 'noop', queue: 'held', payload: { path: 'undo.csv' } };
    const { json } = await server.call<{ id: string }>('POST /v1/jobs', { key, body });
    const { page, context, expectClean } = await open(`/jobs/${json.id}`);
    await page.getByText('paused', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('The job is cancelled').waitFor();
    await page.keyboard.press('z');
    await expect.poll(async () => (await server.engine.job(json.id)).status).toBe('pending');
    expectClean();
    await context.close();
  });

  test("a Reader's key is offered no action, and the server refuses it anyway", async () => {
    const { page, context, expectClean } = await open(`/jobs/${failing}`, 'Reader');
    await page.getByText('Copy as command').waitFor();
    const shown = {
      [`/jobs/${failing}`]: 'Attempts',
      '/jobs': 'match',
      '/errors': 'JOB_TIMEOUT',
      '/queues': 'Paused',
      '/schedules': 'nightly',
    };
    for (const [path, text] of Object.entries(shown)) {
      await page.goto(`${stage.server.url}${path}`);
      await page.getByText(text, { exact: false }).first().waitFor();
      expect(await page.getByRole('button', { name: /Retry|Cancel|Pause$|Limit|Add a schedule|Delete/ }).count()).toBe(
        0,
      );
    }
    expectClean();
    const status = await page.evaluate(
      async (id) => (await fetch(`v1/jobs/${id}/retry`, { method: 'POST' })).status,
      failing,
    );
    expect(status).toBe(403);
    await context.close();
  });

  test('two tabs see a change of each other; rows do not move until they are asked for', async () => {
    const { server } = stage;
    const { page: first, context, expectClean } = await open('/jobs?filter=queue:tabs');
    await first.getByText('No job matches').waitFor();
    const second = await context.newPage();
    await second.goto(`${server.url}/jobs?filter=queue:tabs`);
    await second.getByText('Live', { exact: true }).waitFor();
    const key = await server.keyOf('Admin', 'default', 'tabs');
    const add = (path: string): Promise<unknown> =>
      server.call('POST /v1/jobs', { key, body: { type: 'noop', queue: 'tabs', payload: { path } } });
    await add('one.csv');
    // Playwright's pages are all visible. The first row appears at once, because nothing can move.
    await second.getByText('one.csv').waitFor({ timeout: 20_000 });
    await add('two.csv');
    await second.getByText('1 new job. Show it').waitFor({ timeout: 20_000 });
    expect(await second.getByText('two.csv').count()).toBe(0);
    await second.getByText('1 new job. Show it').click();
    await second.getByText('two.csv').waitFor();
    expectClean();
    await context.close();
  });
});
