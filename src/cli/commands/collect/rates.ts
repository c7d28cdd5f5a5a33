import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { configuredRowReaders } from '../../../app/index.js';
import { type ExchangeRate, findRates, storeRates } from '../../../collect/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const [file] = args;
  await withTenant(invocation, async ({ database }, settings) => {
    if (file === undefined) {
      const rates = await findRates(database);
      if (output.asJson) return output.json(rates);
      const columns: Column<ExchangeRate>[] = [
        { title: 'DAY', cell: ({ day }) => day },
        { title: 'BASE', cell: ({ base }) => base },
        { title: 'QUOTE', cell: ({ quote }) => quote },
        { title: 'RATE', cell: ({ rate }) => rate },
      ];
      return output.print(renderTable(columns, rates, output.width));
    }
    const readers = configuredRowReaders(settings);
    try {
      const request = { url: pathToFileURL(resolve(file)).href, signal: new AbortController().signal };
      const rows = await readers.readFeed(await readFile(file), request);
      const rates = rows.map((row) => ({
        ...{ base: textOf(row['base']), quote: textOf(row['quote']) },
        ...{ day: textOf(row['day']).slice(0, 10), rate: textOf(row['rate']) },
      }));
      const stored = await storeRates(database, rates);
      if (output.asJson) return output.json({ rates: stored });
      output.message(`${stored} rates imported.`);
    } finally {
      await readers.close();
    }
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
