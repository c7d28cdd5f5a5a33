import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { programOnPath } from '../../src/process/index.js';

const SCREENSHOTS = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const found = await Promise.all(names.map((name) => programOnPath(name, process.env)));
const executablePath = found.find((path) => path !== undefined);
if (executablePath === undefined) console.warn('Chromium is not installed: the dashboard is not tested in a browser');

/** For `describe.skipIf`. */
export const HAS_NO_BROWSER = executablePath === undefined;

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: FLAGS });
}

/** A page that remembers everything that must not happen: errors, violations of the content security policy, requests to other hosts. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Fails if something happened. `allowed` are texts of expected errors, such as those of a request that must be refused. */
  readonly expectClean: (...allowed: (string | RegExp)[]) => void;
}

/** Opens a page of the dashboard: `openPage(browser, server.url)`. Give `signIn` a token URL or a key. */
export async function openPage(
  browser: Browser,
  url: string,
  { path = '/', cookieFrom, isPhone = false, ...options }: OpenOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: isPhone ? PHONE : WIDE, ...options });
  if (cookieFrom !== undefined) await signIn(context, url, cookieFrom);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin)
      problems.push(`foreign request: ${request.url()}`);
  });
  await page.goto(`${url}${path}`);
  return {
    ...{ page, context },
    expectClean: (...allowed) =>
      expect(
        problems.filter(
          (text) => !allowed.some((one) => (typeof one === 'string' ? text.includes(one) : one.test(text))),
        ),
      ).toEqual([]),
  };
}

export interface OpenOptions extends BrowserContextOptions {
  readonly path?: string;
  /** An API key: its session is opened first. */
  readonly cookieFrom?: string;
  readonly isPhone?: boolean;
}

/** Opens the session of a key, as the login page does. */
async function signIn(context: BrowserContext, url: string, key: string): Promise<void> {
  const response = await context.request.post(`${url}/v1/session`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status()).toBe(201);
}

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails if axe finds something serious or critical. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the debugger, which the content security policy does not concern.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: AxeViolation[] }> } };
    return (await axe.run()).violations;
  });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
}

interface AxeViolation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Pictures of what is shown: both themes, and a phone. To be looked at; nothing is compared. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const shots = [
    ...[
      { theme: 'light', suffix: 'light', size: WIDE },
      { theme: 'dark', suffix: 'dark', size: WIDE },
    ],
    ...[
      { theme: 'light', suffix: 'phone-light', size: PHONE },
      { theme: 'dark', suffix: 'phone-dark', size: PHONE },
    ],
  ] as const;
  for (const { theme, suffix, size } of shots) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize(size);
    // Charts are drawn again for the new size and colours in the next frames.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.screenshot({ path: `${SCREENSHOTS}${name}-${suffix}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
}
