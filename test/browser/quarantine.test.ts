import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../server/running-server.js';
import { expectAccessible, HAS_NO_BROWSER, openPage, startBrowser, takeScreenshots } from './browser.js';
import { serveInvoices } from './data-on-server.js';

describe.skipIf(HAS_NO_BROWSER)('the quarantine in a browser', () => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let browser: Browser;
  let key: string;
  beforeAll(async () => {
    const afterwards = (work: () => Promise<void>): number => undo.push(work);
    ({ server, key } = await serveInvoices(afterwards));
    browser = await startBrowser();
    afterwards(() => browser.close());
  }, 180_000);
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  const count = async (status = 'quarantined'): Promise<unknown> =>
    (await server.call<{ count: number }>(`GET /v1/quarantine-counts?status=${status}`, { key })).json.count;

  test('rows are repaired by a suggestion, corrected in place, discarded and restored, and imported', async () => {
    const { page, context, expectClean } = await openPage(browser, server.url, {
      path: '/quarantine',
      cookieFrom: key,
    });
    await page.getByText('8 rows wait').waitFor();
    const rows = page.locator('.q-rows tbody tr');
    await rows.first().click();
    await page.getByRole('heading', { name: 'As the file has it' }).waitFor();
    await page.getByText('The original stays beside the correction').waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'quarantine');

    // In place: what is wrong is said at once, and nothing is stored.
    const field = page.locator('.q-editor .fld.is-bad input');
    await field.fill('not a day');
    await expect.poll(() => page.getByRole('button', { name: 'Save and replay' }).isDisabled()).toBe(true);
    await field.fill('2026-10-30');
    await page.getByText('Stored as 2026-10-30').waitFor();
    await takeScreenshots(page, 'quarantine-edit');
    await field.press('Control+Enter');
    await expect.poll(() => count(), { timeout: 20_000 }).toBe(7);
    await page.getByText('Corrected by key:ines').waitFor();

    // The rest of the group, by one change of the contract.
    await page.getByRole('button', { name: 'Look for a repair' }).click();
    await page.getByRole('button', { name: 'Try without writing' }).click({ timeout: 30_000 });
    await page.getByText('Nothing is written yet').waitFor();
    await takeScreenshots(page, 'quarantine-try');
    expect(await count()).toBe(7);
    await page.getByRole('button', { name: /Apply and replay/ }).click();
    await expect.poll(() => count(), { timeout: 20_000 }).toBe(3);

    // Discard and undo.
    await page.goto(`${server.url}/quarantine`);
    await page.getByText('3 rows wait').waitFor();
    await page.getByRole('checkbox', { name: 'Select this row' }).first().click();
    await page.getByRole('button', { name: 'Discard 1…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('a test');
    await page.getByRole('button', { name: 'Discard 1 row' }).click();
    await expect.poll(() => count('discarded')).toBe(1);
    await page.getByRole('button', { name: /Undo/ }).click();
    await expect.poll(() => count('discarded')).toBe(0);

    // Export, edit, import.
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const { text } = await server.call('GET /v1/quarantine-export', { key });
    expect(file.suggestedFilename()).toBe('quarantine.csv');
    const path = join(server.home, 'corrected.csv');
    await writeFile(path, text.replaceAll('perhaps', 'true'));
    await page.getByLabel('A CSV file with corrected rows').setInputFiles(path);
    await page.getByText('2 rows can be corrected').waitFor();
    await takeScreenshots(page, 'quarantine-import');
    await page.getByRole('button', { name: 'Correct and replay 2 rows' }).click();
    await expect.poll(() => count(), { timeout: 20_000 }).toBe(1);

    // All that is left, as a bulk operation.
    await page.reload();
    await page.getByText('1 row waits').waitFor();
    await page.getByRole('button', { name: 'Replay all' }).click();
    await page.getByText('1 row sent to be replayed').waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('a footer');
    await page.getByRole('button', { name: 'Discard 1 row' }).click();
    await page.getByText('No row is in quarantine').waitFor({ timeout: 20_000 });

    // Lineage shows both values and who changed them.
    await page.goto(`${server.url}/datasets/invoices?tab=lineage`);
    await page.getByText('corrected by key:ines').first().waitFor();
    await takeScreenshots(page, 'lineage-corrected');
    expectClean();
    await context.close();
  }, 180_000);
});
