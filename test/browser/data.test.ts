import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../server/running-server.js';
import { startServer } from '../server/running-server.js';
import {
  expectAccessible,
  HAS_NO_BROWSER,
  openPage,
  startBrowser,
  takeScreenshots,
  type WatchedPage,
} from './browser.js';
import { serveInvoices, XSS, XSS_NAME } from './data-on-server.js';

describe.skipIf(HAS_NO_BROWSER)('files, datasets and SQL in a browser', () => {
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
  const open = (path: string): Promise<WatchedPage> => openPage(browser, server.url, { path, cookieFrom: key });

  test('a list of datasets leads to rows, which are sorted, filtered and profiled', async () => {
    const { page, context, expectClean } = await open('/datasets');
    await page.getByRole('link', { name: 'invoices', exact: true }).first().click();
    await page.getByRole('heading', { name: 'invoices', level: 1 }).waitFor();
    await page.getByText('5 distinct', { exact: true }).waitFor();
    const rows = page.getByRole('table', { name: 'Rows of invoices' }).locator('tbody tr');
    await rows.first().waitFor();
    // Beyond what a double can hold.
    await page.getByRole('cell', { name: '9007199254740101' }).waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'dataset');
    await page.getByRole('button', { name: /^net/ }).click();
    await page.getByRole('button', { name: /^net/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('desc');
    await page.getByLabel('Column').selectOption('supplier');
    await page.getByLabel('Comparison').selectOption('has');
    await page.getByLabel('Value', { exact: true }).fill('chemie');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('80 rows match').waitFor();
    await page.goBack();
    await page.getByText('400 rows', { exact: true }).waitFor();
    expectClean();
    await context.close();
  });

  test('cells and file names with markup are text', async () => {
    const { page, context, expectClean } = await open(`/datasets/invoices?where=number%20%3D%208`);
    await page.getByRole('cell', { name: XSS }).waitFor();
    await page.goto(`${server.url}/files`);
    await page.getByText(XSS_NAME).first().waitFor();
    await page.getByText(XSS_NAME).first().click();
    await page.getByRole('heading', { name: XSS_NAME, level: 1 }).waitFor();
    expect(await page.title()).toContain(XSS_NAME);
    expect(await page.locator('img').count()).toBe(0);
    expectClean();
    await context.close();
  });

  test('columns, contract, files and lineage of a dataset', async () => {
    const { page, context, expectClean } = await open('/datasets/invoices?tab=columns');
    await page.getByRole('cell', { name: 'supplier', exact: true }).waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'dataset-columns');
    await page.getByRole('navigation', { name: 'Dataset' }).getByRole('link', { name: 'Contract' }).click();
    await page.getByRole('heading', { name: 'Versions' }).waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'dataset-contract');
    await page.getByRole('button', { name: 'Unfreeze' }).click();
    await page.getByRole('button', { name: 'Freeze', exact: true }).click();
    await page.getByRole('button', { name: 'Unfreeze' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Dataset' })
      .getByRole('link', { name: /^Files/ })
      .click();
    await page.getByRole('link', { name: 'a.csv' }).first().waitFor();
    await page.getByRole('navigation', { name: 'Dataset' }).getByRole('link', { name: 'Lineage' }).click();
    await page.getByText('400 rows from 2 files').waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'dataset-lineage');
    expectClean();
    await context.close();
  });

  test('a file shows its job, dataset, quarantine and lines', async () => {
    const { page, context, expectClean } = await open('/files');
    await page.getByText('a.csv').first().waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'files');
    await page.getByText(XSS_NAME).first().click();
    await page.getByRole('link', { name: '8 rows' }).waitFor();
    await page.getByText('header', { exact: true }).waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'file');
    await page.getByRole('link', { name: '8 rows' }).click();
    await page.getByRole('heading', { name: 'Quarantine', level: 1 }).waitFor();
    await page.getByText('one file').waitFor();
    expectClean();
    await context.close();
  });

  test('a statement is completed, run, drawn, exported and remembered', async () => {
    const { page, context, expectClean } = await open('/sql');
    const field = page.getByLabel('SQL statement');
    await page.getByText('invoices').first().waitFor();
    await field.pressSequentially('select supplier, sum(net) as total from invo');
    await page.getByRole('option', { name: /invoices/ }).waitFor();
    await field.press('Tab');
    await field.pressSequentially(' group by supp');
    await page.getByRole('option', { name: /supplier/ }).waitFor();
    await field.press('Enter');
    await field.press('Control+Enter');
    await page.getByText('5 rows in').waitFor();
    expect(new URL(page.url()).searchParams.get('sql')).toBe(
      'select supplier, sum(net) as total from invoices group by supplier',
    );
    await expectAccessible(page);
    await takeScreenshots(page, 'sql');
    await page.getByRole('link', { name: 'Bars' }).click();
    await page.getByRole('img', { name: 'total by supplier' }).waitFor();
    await takeScreenshots(page, 'sql-chart');
    await page.getByRole('button', { name: 'Export the result' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('query.csv');
    await field.fill('drop table invoices');
    await page.getByRole('button', { name: /Run/ }).click();
    await page.getByText('QUERY_REFUSED').waitFor();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    // The browser reports the refused request.
    expectClean('422');
    await context.close();
  });

  test('a dropped file is looked at, adjusted and made a dataset', async () => {
    const { page, context, expectClean } = await open('/drop');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await takeScreenshots(page, 'drop-empty');
    const buffer = Buffer.from(
      `Export vom 31.10.2026\n\nzaehler;stand;abgelesen;ort\nZS-1;1.234,5;03.04.2026;K\xf6ln\nZS-2;99,0;05.06.2026;Kiel\nZS-3;8.812,4;07.08.2026;${XSS.replaceAll('"', '')}\nZS-4;1,5\n`,
      'latin1',
    );
    await page.getByLabel('The file').setInputFiles({ name: 'zaehler-2026-10.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('heading', { name: 'zaehler-2026-10.csv', level: 1 }).waitFor();
    await expectAccessible(page);
    await takeScreenshots(page, 'drop');
    await page.getByRole('button', { name: /day first/ }).click();
    await page.getByRole('cell', { name: '2026-04-03' }).first().waitFor();
    await page.getByLabel('Type of stand').selectOption('string');
    await page.getByRole('cell', { name: '1.234,5' }).first().waitFor();
    await page.getByRole('button', { name: 'Make the dataset' }).click();
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    await expect
      .poll(async () => (await server.call('GET /v1/datasets/zaehler/row-count', { key })).json, { timeout: 20_000 })
      .toEqual({ count: 3 });
    expect(await page.locator('img').count()).toBe(0);
    expectClean();
    await context.close();
  });

  test('a Reader is offered no change, and empty lists say what to do next', async () => {
    const reader = await server.keyOf('Reader');
    const { page, context, expectClean } = await openPage(browser, server.url, { path: '/drop', cookieFrom: reader });
    await page.getByText('The role Reader cannot add files').waitFor();
    await page.goto(`${server.url}/quarantine`);
    await page.getByRole('heading', { name: 'Reasons' }).waitFor();
    await page.locator('.q-rows tbody tr').first().waitFor();
    expect(await page.getByRole('button', { name: /Replay|Discard|Import/ }).count()).toBe(0);
    expectClean();
    await context.close();
    const empty = await startServer('sqlite', { afterwards: (work) => undo.push(work) });
    const nothing = await openPage(browser, empty.url, {
      path: '/datasets',
      cookieFrom: await empty.keyOf('Operator'),
    });
    await nothing.page.getByText('No datasets yet').waitFor();
    await takeScreenshots(nothing.page, 'datasets-empty');
    for (const [path, text] of [
      ['/files', 'No file is known yet'],
      ['/quarantine', 'No row is in quarantine'],
    ] as const) {
      await nothing.page.goto(`${empty.url}${path}`);
      await nothing.page.getByText(text).waitFor();
      await expectAccessible(nothing.page);
    }
    nothing.expectClean();
    await nothing.context.close();
  });
});
