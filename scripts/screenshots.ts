import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { openDatabase } from '../src/database/index.js';
import { programOnPath } from '../src/process/index.js';
import { insertPastJobs, inventJobs } from '../test/browser/past-jobs.js';

/**
 * `npm run screenshots`: takes the pictures of the README from the served demo, with a month of invented jobs for its charts. They are WebP
 * files, which Chromium writes itself.
 */
const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const QUALITY = 82;

interface Shot {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly path: (ids: Ids) => string;
  readonly waitFor: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

interface Ids {
  readonly passport: string;
  readonly valuation: string;
}

const SHOTS: readonly Shot[] = [
  { name: 'overview', theme: 'light', path: () => '/?range=30d', waitFor: '.uplot canvas' },
  {
    ...({ name: 'jobs', theme: 'dark', path: () => '/jobs?filter=status:failed', waitFor: 'tbody tr' } as const),
    async prepare(page) {
      for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    },
  },
  {
    ...({ name: 'quarantine', theme: 'light', path: () => '/quarantine', waitFor: 'tbody tr' } as const),
    async prepare(page) {
      await page.locator('tbody tr').nth(2).locator('td').nth(2).click();
      await page.getByText('Save and replay').waitFor();
    },
  },
  {
    ...({ name: 'passport', theme: 'light', waitFor: '.tree' } as const),
    path: ({ passport }) => `/passports/${passport}`,
  },
  {
    ...({ name: 'valuation', theme: 'dark', waitFor: '.price-chart' } as const),
    path: ({ valuation }) => `/valuations/${valuation}`,
  },
];

const folder = await mkdtemp(join(tmpdir(), 'casparian-screenshots-'));
const demo = spawn(process.execPath, [CLI, 'demo', join(folder, 'demo'), '--serve', '--port', '0', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const executablePath = await programOnPath('chromium', process.env);
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const { url, token_url: tokenUrl } = await started();
  const database = await openDatabase(`sqlite:${join(folder, 'demo', 'home', 'casparian.db')}`);
  await insertPastJobs(database, inventJobs(Date.now()));
  await database.close();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(tokenUrl);
  const get = async <T>(path: string): Promise<T> => (await (await context.request.get(`${url}${path}`)).json()) as T;
  const passports = await get<{ items: { passport_id: string; sku: string }[] }>('/v1/passport-overview');
  const valuations = await get<{ items: { intake_id: string }[] }>('/v1/valuations');
  const ids: Ids = {
    passport: passports.items.find(({ sku }) => sku.startsWith('EV'))?.passport_id ?? '',
    valuation: valuations.items[0]?.intake_id ?? '',
  };
  await mkdir(IMAGES, { recursive: true });
  const session = await context.newCDPSession(page);
  for (const { name, theme, path, waitFor, prepare } of SHOTS) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${url}${path(ids)}`);
    await page.locator(waitFor).first().waitFor();
    await page.waitForLoadState('load');
    await prepare?.(page);
    // Requests of the view, and the frames in which charts are drawn.
    await page.waitForTimeout(1_500);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const bytes = Buffer.from(data, 'base64');
    await writeFile(join(IMAGES, `${name}.webp`), bytes);
    console.log(`docs/images/${name}.webp: ${Math.round(bytes.length / 1_000)} kB`);
  }
} finally {
  await browser.close();
  demo.kill('SIGINT');
  await new Promise((resolve) => demo.once('close', resolve));
  await rm(folder, { recursive: true, force: true });
}

/** The demo prints one line when everything is there. */
async function started(): Promise<{ url: string; token_url: string }> {
  for await (const line of createInterface({ input: demo.stdout })) {
    return JSON.parse(line) as { url: string; token_url: string };
  }
  throw new Error('The demo ended before it was filled');
}
