import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HAS_NO_BROWSER, openPage } from './browser.js';
import { insertPastJobs, inventJobs } from './past-jobs.js';
import { useStage } from './server.js';

const MILLION = 1_000_000;
/** Far more than it takes on an idle machine; a plan that reads a million rows for each request takes longer. */
const USABLE_MS = 10_000;

describe.skipIf(HAS_NO_BROWSER)('a million jobs', () => {
  const stage = useStage({
    args: ['--no-auth'],
    fill: async ({ engine: { database } }) => {
      await insertPastJobs(database, inventJobs(Date.now()));
      // Copies of the invented jobs with other ids and times, written by the database itself.
      const columns = await database.query<{ name: string }>(`SELECT name FROM pragma_table_info('cf_jobs')`);
      const names = columns.map(({ name }) => `"${name}"`);
      const [count] = await database.query<{ n: number }>('SELECT count(*) AS n FROM cf_jobs');
      const rounds = Math.ceil(MILLION / Number(count?.n)) - 1;
      const values = names.map((name) => {
        if (name === '"id"') return `substr(id, 1, 24) || printf('%012x', round * 16777216 + abs(random()) % 16777216)`;
        return name === '"idempotency_key"' ? 'NULL' : name;
      });
      await database.query(
        `INSERT OR IGNORE INTO cf_jobs (${names.join(', ')})
         WITH RECURSIVE rounds(round) AS (SELECT 1 UNION ALL SELECT round + 1 FROM rounds WHERE round < ${rounds})
         SELECT ${values.join(', ')} FROM (SELECT * FROM cf_jobs WHERE status <> 'pending'), rounds`,
      );
    },
  });

  test('are counted, listed, filtered and paged in a usable time', async () => {
    const { server, browser } = stage;
    const { page, context, expectClean } = await openPage(browser, server.url, { path: '/drop' });
    const took: Record<string, number> = {};
    const time = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const start = performance.now();
      await work();
      took[name] = Math.round(performance.now() - start);
    };
    await time('overview', async () => {
      await page.goto(`${server.url}/`);
      await page.locator('.tile .big', { hasText: /\d/ }).first().waitFor();
    });
    await time('list', async () => {
      await page.goto(`${server.url}/jobs`);
      await rowsOf(page).first().waitFor();
    });
    await time('filter', async () => {
      await page.goto(`${server.url}/jobs?filter=${encodeURIComponent('status:failed error:PARSER_MODULE_MISSING')}`);
      await rowsOf(page).first().waitFor();
    });
    await time('next page', async () => {
      const before = await rowsOf(page).count();
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => rowsOf(page).count(), { timeout: USABLE_MS }).toBeGreaterThan(before);
    });
    await time('one job', async () => {
      await rowsOf(page).first().getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    });
    console.log('a million jobs, ms:', JSON.stringify(took));
    expect(Object.entries(took).filter(([, ms]) => ms > USABLE_MS)).toEqual([]);
    expectClean();
    await context.close();
  });
});

const rowsOf = (page: Page): ReturnType<Page['locator']> => page.locator('main tbody tr');
