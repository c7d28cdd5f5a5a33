import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HAS_NO_BROWSER, openPage, type WatchedPage } from './browser.js';
import { useStage } from './server.js';

/** Actions that the tests of single views do not take. Each is checked on the server, not on the page only. */
describe.skipIf(HAS_NO_BROWSER)('actions', () => {
  let key = '';
  const stage = useStage({
    args: ['--with-worker'],
    env: { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' },
    fill: async (server) => {
      key = await server.keyOf('Admin');
    },
  });
  const open = (path: string): Promise<WatchedPage> =>
    openPage(stage.browser, stage.server.url, { path, cookieFrom: key });
  const add = async (body: object): Promise<string> =>
    (await stage.server.call<{ id: string }>('POST /v1/jobs', { key, body })).json.id;
  const get = async <T>(path: string): Promise<T> => (await stage.server.call<T>(`GET ${path}`, { key })).json;
  const statusOf = async (id: string): Promise<string> => (await stage.server.engine.job(id)).status;

  test('a queue is paused, limited and resumed', async () => {
    await stage.server.call('POST /v1/queues/held/pause', { key, body: {} });
    await add({ type: 'noop', queue: 'held', payload: {} });
    const { page, context, expectClean } = await open('/queues');
    type Queue = { readonly paused: boolean; readonly limit: { readonly concurrency: number | null } | null };
    const held = (): Promise<Queue> => get<Queue>('/v1/queues/held');
    await page.getByRole('button', { name: 'Limit…' }).first().click();
    await page.getByLabel('At the same time').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The limit of held is set').waitFor();
    expect((await held()).limit?.concurrency).toBe(2);
    await page.getByRole('button', { name: 'Resume' }).first().click();
    await page.getByText('held goes on').waitFor();
    expect((await held()).paused).toBe(false);
    expectClean();
    await context.close();
  });

  test('a schedule is added, run now, changed and removed', async () => {
    const { page, context, expectClean } = await open('/schedules');
    await page.getByRole('button', { name: 'Add a schedule' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('weekly');
    await dialog.getByLabel('Type of job').fill('noop');
    await dialog.getByLabel('Cron').fill('30 8 * * 1');
    await dialog.getByText('Monday').waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('weekly is added').waitFor();
    await page.getByRole('cell', { name: 'weekly', exact: true }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('A job was added').waitFor();
    await page.waitForURL(/\/jobs\//);
    await page.goto(`${stage.server.url}/schedules?peek=weekly`);
    await page.getByRole('button', { name: /^Edit|^Change/ }).click();
    await dialog.getByLabel('Cron').fill('0 9 * * *');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('weekly is changed').waitFor();
    expect((await get<{ cron: string }>('/v1/schedules/weekly')).cron).toBe('0 9 * * *');
    await removeIt(page, 'Remove it');
    await page.getByText('weekly is removed').waitFor();
    expect((await stage.server.call('GET /v1/schedules/weekly', { key })).status).toBe(404);
    expectClean();
    await context.close();
  });

  test('a failure is retried alone, with changes, and with all that share it', async () => {
    const failing = { type: 'fail', payload: { message: 'no paper' }, max_attempts: 1 };
    const first = await add(failing);
    await expect.poll(() => statusOf(first), { timeout: 20_000 }).toMatch(/failed|dead_letter/);
    const { page, context, expectClean } = await open(`/jobs/${first}`);
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect.poll(async () => (await stage.server.engine.job(first)).fence, { timeout: 20_000 }).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Retry with changes' }).click();
    const field = page.getByRole('dialog').getByLabel('Payload');
    await field.fill('{"message": 1');
    await page.getByText('Not JSON').waitFor();
    await field.fill('{"message": "no ink"}');
    await page.keyboard.press('Control+Enter');
    await page.getByText('A new job was added').waitFor();
    await expect.poll(() => page.url()).not.toContain(first);
    await page.getByText('no ink').first().waitFor();

    await page.goto(`${stage.server.url}/errors`);
    await page.locator('main tbody tr').first().click();
    await page.getByRole('button', { name: /^Retry \d+ jobs?…/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Retry \d+ jobs?$/ })
      .click();
    await page.getByText(/jobs? (goes|go) again/).waitFor();
    expectClean();
    await context.close();
  });

  test('the log of a running task grows on its page', async () => {
    const script = `let n = 0; setInterval(() => console.log('line ' + ++n), 300)`;
    const body = { command: [process.execPath, '-e', script], timeout: '60s' };
    const { json } = await stage.server.call<{ id: string }>('POST /v1/tasks', { key, body });
    const { page, context, expectClean } = await open(`/jobs/${json.id}`);
    await page.getByText('line 1', { exact: true }).waitFor({ timeout: 30_000 });
    await page.getByText('line 6', { exact: true }).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.poll(() => statusOf(json.id), { timeout: 30_000 }).toBe('cancelled');
    expectClean();
    await context.close();
  });

  test('an endpoint is added, paused, resumed and removed', async () => {
    const { page, context, expectClean } = await open('/webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await page.getByText('It is shown once', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('main').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Deliveries wait').waitFor();
    await page.locator('main').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Deliveries are sent again').waitFor();
    await removeIt(page, 'Remove the endpoint');
    await page.getByText('The endpoint is removed').waitFor();
    await page.getByText('No endpoints yet').waitFor();
    expectClean();
    await context.close();
  });

  test('a source is added, and refused if its address is not one', async () => {
    const { page, context, expectClean } = await open('/sources');
    await page.getByRole('button', { name: 'Add a source' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('prices');
    await dialog.getByLabel('Kind').selectOption('csv');
    await dialog.getByLabel('Address').fill('https://prices.example.com/{title}');
    await dialog.getByRole('button', { name: 'Add the source' }).click();
    await page.getByText('prices is added').waitFor();
    expect(new URL(page.url()).searchParams.get('source')).toBe('prices');
    expectClean();
    await context.close();
  });

  test('the key after that of the palette is typed there, however fast it follows', async () => {
    const { page, context, expectClean } = await open('/');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    // Before the next frame: what renders is a microtask.
    const focused = page.evaluate(`(async () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      return document.activeElement?.getAttribute('role');
    })()`);
    expect(await focused).toBe('combobox');
    expectClean();
    await context.close();
  });

  test('keys lead to places, the palette finds and runs, and density and theme switch', async () => {
    const { page, context, expectClean } = await open('/');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    for (const [letter, path] of Object.entries({ j: '/jobs', u: '/quarantine', p: '/passports', o: '/' })) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webh');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    const html = page.locator('html');
    const before = await html.getAttribute('data-theme');
    await page.keyboard.press('t');
    expect(await html.getAttribute('data-theme')).not.toBe(before);
    await page.keyboard.press('d');
    expect(await html.getAttribute('data-density')).toBe('compact');
    await page.keyboard.press('r');
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    expectClean();
    await context.close();
  });
});

async function removeIt(page: Page, yes: string): Promise<void> {
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: yes }).click();
}
