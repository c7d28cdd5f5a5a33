import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../server/running-server.js';
import {
  expectAccessible,
  HAS_NO_BROWSER,
  openPage,
  startBrowser,
  takeScreenshots,
  type WatchedPage,
} from './browser.js';
import { type Evidence, MARKUP, seedEvidence } from './evidence-data.js';

/** Below a base path: every address must keep it. */
const BASE = ['--base-path', '/flow'];

describe.skipIf(HAS_NO_BROWSER)('the evidence and system views', () => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let browser: Browser;
  let admin: string;
  let evidence: Evidence;
  beforeAll(async () => {
    const afterwards = (work: () => Promise<void>): number => undo.push(work);
    server = await startServer('sqlite', {
      ...{ args: [...BASE, '--with-worker'], env: { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' }, afterwards },
    });
    admin = await server.keyOf('Admin');
    browser = await startBrowser();
    afterwards(() => browser.close());
    evidence = await seedEvidence(server, admin);
    afterwards(async () => void evidence.receiver.close());
  }, 120_000);
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  const open = (path: string, key = admin): Promise<WatchedPage> =>
    openPage(browser, server.url, { path, cookieFrom: key });

  /** Looks at a view in every way, and closes it. */
  async function look({ page, context, expectClean }: WatchedPage, name: string): Promise<void> {
    await expectAccessible(page);
    await takeScreenshots(page, name);
    await expectNoSidewaysScroll(page);
    expect(await page.locator('img[src="nowhere"]').count()).toBe(0);
    expectClean();
    await context.close();
  }

  test('list passports and find one', async () => {
    const watched = await open('/passports');
    const { page } = watched;
    await page.getByRole('link', { name: 'EV-' }).first().waitFor();
    await page.getByLabel('Find a battery').fill('no such battery');
    await page.getByText('No passport matches').waitFor();
    await page.getByRole('link', { name: 'Remove the filter' }).click();
    await page.getByText(MARKUP).first().waitFor();
    await look(watched, 'passports');
  });

  test('show a passport: pipeline, law, explanation, code, proof and changes', async () => {
    const watched = await open(`/passports/${evidence.passportId}`);
    const { page } = watched;
    for (const step of ['Documents', 'Facts', 'Snapshot', 'Compiled', 'Signed', 'QR code', 'Active']) {
      await page.locator('.pipe').getByText(step, { exact: true }).waitFor();
    }
    await page.getByText('Changed since version 1').waitFor();
    await page.locator('code', { hasText: 'identification.mass' }).waitFor();
    await page.getByText('Genuine', { exact: true }).waitFor();
    expect(
      await page
        .getByAltText('QR code of the passport')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0);
    await page.getByLabel('Field', { exact: true }).selectOption('identification.mass');
    await page.locator('.tree .doc-l').first().waitFor();
    await look(watched, 'passport');
  });

  test('a version is previewed as each audience sees it, as page and as PDF', async () => {
    const watched = await open(`/passports/${evidence.passportId}`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('Not in force yet').waitFor();
    const publicFields = await frame.locator('dt').count();
    expect(await frame.getByText('Not public: do not pass it on').count()).toBe(0);
    await page.getByRole('dialog').getByText('Authorities', { exact: true }).click();
    await frame.getByText('As an authority sees it').waitFor();
    expect(await frame.locator('dt').count()).toBeGreaterThan(publicFields);
    expect(await frame.locator('img[src="nowhere"]').count()).toBe(0);
    await page.getByRole('dialog').getByText('PDF', { exact: true }).click();
    const url = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
    const response = await watched.context.request.get(new URL(url!, page.url()).href);
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect((await response.body()).subarray(0, 5).toString()).toBe('%PDF-');
    // Only this server may frame it, and no script runs in it.
    expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(new URL(page.url()).searchParams.get('audience')).toBe('authorities');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    watched.expectClean();
    await watched.context.close();
  });

  test('activate and revoke a version, after asking', async () => {
    const { page, context, expectClean } = await open(`/passports/${evidence.passportId}`);
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'Activate it' }).click();
    await page.locator('.head').getByText('Active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByLabel('Reason').fill(`wrong mass ${MARKUP}`);
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('This version was revoked').waitFor();
    expectClean();
    await context.close();
  });

  test('the public page says first whether a passport is genuine, and shows public fields only', async () => {
    const watched = await openPage(browser, server.url, { path: `/p/${evidence.activeId}`, isPhone: true });
    const { page } = watched;
    await page.getByText('Genuine, but replaced').waitFor();
    await page.getByText('Carbon footprint').first().waitFor();
    expect(await page.content()).not.toContain('State of Charge');
    await page.getByText('What was checked').click();
    await look(watched, 'passport-public');
  });

  test('what is not public needs a key, and the page of a tenant is not shown to another', async () => {
    const path = `/v1/passport-versions/${evidence.activeId}/preview.html?audience=authorities`;
    expect((await fetch(`${server.url}${path}`)).status).toBe(401);
    const other = await server.keyOf('Admin', 'elsewhere', 'elsewhere');
    expect((await server.call(`GET ${path}`, { key: other })).status).toBe(404);
  });

  test('the public page of a revoked version warns, and an unknown one says so', async () => {
    const { json } = await server.call<{ items: { passport_version_id: string; status: string }[] }>(
      `GET /v1/passports/${evidence.passportId}/versions`,
      { key: admin },
    );
    const revoked = json.items.find(({ status }) => status === 'REVOKED');
    const watched = await openPage(browser, server.url, { path: `/p/${revoked?.passport_version_id}`, isPhone: true });
    await watched.page.getByText('Do not rely on what it says').waitFor();
    await look(watched, 'passport-revoked');
    const unknown = await openPage(browser, server.url, {
      path: '/p/01a1ebe6-c600-7000-ae39-bdc7069db45f',
      isPhone: true,
    });
    await unknown.page.getByText('No passport with this code is in force').waitFor();
    unknown.expectClean('404');
    await unknown.context.close();
  });

  test('sources show their breakers, and an open one counts down', async () => {
    const watched = await open('/sources?source=heritage-lots');
    const { page } = watched;
    await page.getByRole('timer').waitFor();
    await page.getByText('5 failures in a row').first().waitFor();
    await look(watched, 'sources');
  });

  test('pause, resume, probe, isolate and limit a source', async () => {
    const { page, context, expectClean } = await open('/sources?source=heritage-lots');
    const foot = page.locator('.foot-bar');
    await foot.getByRole('button', { name: 'Probe now' }).click();
    await page.getByText('The next job is the probe').waitFor();
    await foot.getByRole('button', { name: 'Isolate' }).click();
    await page.locator('.drawer').getByText('Isolated', { exact: true }).first().waitFor();
    await foot.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.drawer').getByText('Closed', { exact: true }).first().waitFor();
    await foot.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.drawer').getByText('Paused', { exact: true }).first().waitFor();
    await foot.getByRole('button', { name: 'Edit limit' }).click();
    await page.getByLabel('Requests a minute').fill('12');
    await page.getByRole('button', { name: 'Change the limit' }).click();
    await page.getByText('12 a minute').waitFor();
    expectClean();
    await context.close();
  });

  test('a valuation shows every price, also those beyond the scale', async () => {
    const list = await open('/valuations');
    await list.page.getByRole('link', { name: '1909-S' }).waitFor();
    await look(list, 'valuations');
    const watched = await open(`/valuations/${evidence.intakeId}`);
    const { page } = watched;
    await page
      .locator('.price-chart')
      .getByText(/^41,000/)
      .waitFor();
    await page.locator('.price-chart').getByText('lot of 2').waitFor();
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    await page.getByRole('link', { name: 'Left out' }).click();
    await page.getByRole('button', { name: 'Recompute' }).click();
    await page.getByText('It is valued again').waitFor();
    await page.getByRole('group', { name: 'Which prices' }).getByRole('link', { name: 'All' }).click();
    await look(watched, 'valuation');
  });

  test('the audit log can be filtered and verified', async () => {
    const watched = await open('/audit');
    const { page } = watched;
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText('Intact:').waitFor();
    await page.getByLabel('Filter').fill('type:source.* ');
    await page.getByLabel('Filter').press('Enter');
    // Completions would lie over the first rows.
    await page.getByRole('combobox', { name: 'Filter' }).press('Escape');
    await page.getByRole('link', { name: 'source.added' }).first().click();
    await page.locator('.drawer').getByText('Payload').waitFor();
    await look(watched, 'audit');
  });

  test('webhooks show the request and the response of a delivery, and send it again', async () => {
    const watched = await open('/webhooks');
    const { page } = watched;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('link', { name: 'webhook.test' }).first().click();
    await page
      .locator('.drawer')
      .getByText('no response')
      .or(page.locator('.drawer').getByText('500'))
      .first()
      .waitFor();
    await page.locator('.drawer pre', { hasText: MARKUP }).waitFor();
    await look(watched, 'webhooks');
    const again = await open('/webhooks');
    await again.page.getByRole('link', { name: 'webhook.test' }).first().click();
    await again.page.getByRole('button', { name: 'Send it again' }).click();
    await again.page.getByText('It is sent again').waitFor();
    again.expectClean();
    await again.context.close();
  });

  test('a key is shown once, and can be revoked', async () => {
    const watched = await open('/keys');
    const { page } = watched;
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('ci');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText(/^bpc_/).first().waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('row', { name: /ci/ }).getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('The key ci is revoked').waitFor();
    await look(watched, 'keys');
  });

  test('settings show where each value comes from, without secrets', async () => {
    const watched = await open('/settings?show=all');
    const { page } = watched;
    await page.getByText('allow_private_addresses', { exact: true }).waitFor();
    await page.getByText('CASPARIAN_ALLOW_PRIVATE_ADDRESSES').first().waitFor();
    await page.getByLabel('Find a setting').fill('signing_key');
    await page.getByText('signing_key_file').waitFor();
    await look(watched, 'settings');
  });

  test('theme, density and time zone are those of the person, and stay', async () => {
    const { page, context, expectClean } = await open('/settings');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Rows').selectOption('compact');
    await page.getByText('GMT+9').waitFor();
    await page.reload();
    await page.getByText('GMT+9').waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').getAttribute('data-density')).toBe('compact');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('times in utc');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('UTC');
    expectClean();
    await context.close();
  });

  test('a Reader is offered no action', async () => {
    const key = await server.keyOf('Reader');
    for (const path of [
      '/sources?source=coin-market',
      `/passports/${evidence.passportId}`,
      `/valuations/${evidence.intakeId}`,
    ]) {
      const { page, context, expectClean } = await open(path, key);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const name of [/^Activate/, /^Revoke/, /^Pause/, /^Isolate/, /^Recompute/, /^Add a source/, /^Edit limit/]) {
        expect([path, String(name), await page.locator('main').getByRole('button', { name }).count()]).toEqual([
          path,
          String(name),
          0,
        ]);
      }
      for (const hidden of ['Audit', 'Webhooks', 'API keys']) {
        expect(await page.getByRole('navigation').getByRole('link', { name: hidden, exact: true }).count()).toBe(0);
      }
      expectClean();
      await context.close();
    }
  });

  test('every view says what to do when there is nothing', async () => {
    const key = await server.keyOf('Admin', 'empty', 'empty');
    const expected: Record<string, string> = {
      '/passports': 'No passports yet',
      '/sources': 'No sources yet',
      '/valuations': 'No items yet',
      '/webhooks': 'No endpoints yet',
    };
    for (const [path, text] of Object.entries(expected)) {
      const { page, context, expectClean } = await open(path, key);
      await page.getByText(text).waitFor();
      await expectAccessible(page);
      expectClean();
      await context.close();
    }
  });
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
}
