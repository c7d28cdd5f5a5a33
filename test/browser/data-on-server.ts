import { expect } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { type RunningServer, startServer } from '../server/running-server.js';

/** Runs if text of a file was taken for markup. */
export const XSS = '<img src=x onerror="document.title=1337">';
/** A file name cannot have a slash. */
export const XSS_NAME = 'b <img src=x onerror=alert(1)>.csv';

const SUPPLIERS = ['Aurora Kabel', 'Nordlicht Zellen', 'Hansa Chemie', 'Baltic Cell', 'Ostsee Fracht'];

function invoice(number: number): string {
  const day = `2026-${String(1 + (number % 11)).padStart(2, '0')}-${String(1 + (number % 28)).padStart(2, '0')}`;
  const note = number % 4 === 0 ? (number === 8 ? XSS : 'Skonto 2 %') : '';
  return `${number},${SUPPLIERS[number % 5]},0${1067 + (number % 40)},${((number * 37) % 4_000) + 0.5}0,${day},${number % 5 !== 0},9007199254740${100 + number},"${note.replaceAll('"', '""')}"`;
}

const HEADER = 'number,supplier,zip,net,day,paid,big,note';

/** A server with a dataset `invoices` of 400 rows from two files, and eight rows in quarantine. */
export async function serveInvoices(
  afterwards: (work: () => Promise<void>) => unknown,
): Promise<{ server: RunningServer; key: string }> {
  const server = await startServer('sqlite', { args: ['--with-worker'], afterwards });
  const key = await server.keyOf('Operator', 'default', 'ines');
  await fillInvoices(server, key);
  return { server, key };
}

/** The dataset and its quarantine, on a server with a worker. */
export async function fillInvoices(server: RunningServer, key: string): Promise<void> {
  const rows = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, at) => `${invoice(from + at)}\n`).join('');
  const upload = async (name: string, text: string): Promise<void> => {
    const { status } = await server.call(`POST /v1/files?name=${encodeURIComponent(name)}&dataset=invoices`, {
      ...{ key, body: text, headers: { 'content-type': 'application/octet-stream' } },
    });
    expect(status).toBe(201);
  };
  const read = (count: number): Promise<unknown> =>
    waitUntil(
      async () =>
        (await server.engine.jobs({ type: 'parse' })).filter(({ status }) => status.startsWith('completed')).length ===
        count,
      { for: `${count} files to be read` },
    );
  await upload('a.csv', `${HEADER}\n${rows(1, 301)}`);
  await read(1);
  // Otherwise the next file would widen it.
  await server.call('POST /v1/datasets/invoices/contract/freeze', { key });
  const bad = [301, 302, 303, 304, 305].map((number) =>
    invoice(number).replace(/,2026-(\d\d)-(\d\d),/, ',$2/$1/2026,'),
  );
  const worse = [306, 307].map((number) => invoice(number).replace(/,true,|,false,/, ',perhaps,'));
  await upload(XSS_NAME, `${HEADER}\n${rows(320, 420)}${[...bad, ...worse].join('\n')}\n308,too few\n`);
  await read(2);
}
