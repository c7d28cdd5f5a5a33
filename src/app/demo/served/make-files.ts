import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../platform/index.js';
import { createRandom, type Random } from './random.js';

const CITIES = ['Lyon', 'Graz', 'Turku', 'Porto', 'Gdańsk', 'Aarhus'] as const;
const METERS = 40;
const FIRST_DAY = Date.UTC(2026, 7, 1);
const DAY_MS = 86_400_000;

/** A folder of files for one dataset, in two parts: the second arrives after the contract was frozen. */
export interface DemoFiles {
  readonly dataset: string;
  readonly first: string;
  readonly later: string;
}

/**
 * Writes files as they arrive in companies. The later ones differ: dates in another order, decimal commas, words for null. So they are
 * quarantined by the frozen contract, and the dashboard can suggest repairs.
 */
export async function makeDemoFiles(folder: string): Promise<DemoFiles[]> {
  const random = createRandom(7);
  const inbox = join(folder, 'inbox');
  await writeFiles(join(inbox, 'meters'), 84, (day) => readings(random, day, isoTime));
  await writeFiles(join(inbox, 'meters-new'), 6, (day) =>
    readings(random, 84 + day, sometimes(random, isoTime, europeanTime)),
  );
  await writeFiles(join(inbox, 'orders'), 60, (day) => orders(random, day, decimalPoint));
  await writeFiles(join(inbox, 'orders-new'), 4, (day) =>
    orders(random, 60 + day, sometimes(random, decimalPoint, decimalComma)),
  );
  await writeFiles(join(inbox, 'shipments'), 30, (day) => shipments(random, day));
  await writeFiles(join(inbox, 'shipments-new'), 2, (day) => shipments(random, 30 + day, 'unknown'));
  await writeFiles(join(inbox, 'invoices-broken'), 24, (day) => `numero;cliente;importe\n${100 + day};ACME;12,50\n`);
  const files = (dataset: string, name: string): DemoFiles => {
    return { dataset, first: join(inbox, name), later: join(inbox, `${name}-new`) };
  };
  return [files('meter_readings', 'meters'), files('orders', 'orders'), files('shipments', 'shipments')];
}

/** One of so many files has a row that breaks the contract. */
const BAD_EVERY = 5;

/** Another day of readings, as if it had just arrived. */
export async function addReadings(folder: string, day: number): Promise<void> {
  const random = createRandom(1_000 + day);
  const text = readings(random, 90 + day, isoTime);
  // Most files are good, as they are in life.
  const isBad = day % BAD_EVERY === BAD_EVERY - 1;
  await writeFile(
    join(folder, `${dayName(90 + day)}.csv`),
    isBad ? text.replace(/,[\d.]+,(?=[\d.]*,)/, ',not measured,') : text,
  );
}

const dayName = (day: number): string => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);

async function writeFiles(folder: string, count: number, content: (day: number) => string): Promise<void> {
  makeFolder(folder);
  for (let day = 0; day < count; day++) {
    await writeFile(join(folder, `${dayName(day)}.csv`), content(day));
  }
}

function readings(random: Random, day: number, timeText: (time: Date) => string): string {
  const lines = ['meter,read_at,kwh,voltage,city'];
  for (let meter = 1; meter <= METERS; meter++) {
    const time = new Date(FIRST_DAY + day * DAY_MS + random.between(0, 86_399) * 1_000);
    const kwh = random.near(12, 4).toFixed(3);
    const voltage = random.next() < 0.01 ? '' : random.near(231, 3).toFixed(1);
    lines.push(`M-${String(meter).padStart(4, '0')},${timeText(time)},${kwh},${voltage},${random.pick(CITIES)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Mixed, because a file with bad rows only would fail as a whole. */
function sometimes<T>(random: Random, usual: (value: T) => string, other: (value: T) => string): (value: T) => string {
  return (value) => (random.next() < 0.3 ? other : usual)(value);
}

const isoTime = (time: Date): string => time.toISOString().slice(0, 19);

function europeanTime(time: Date): string {
  const [year, month, day] = time.toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year} ${time.toISOString().slice(11, 19)}`;
}

function orders(random: Random, day: number, moneyText: (value: number) => string): string {
  const lines = ['order_id;customer;ordered_on;net;currency;paid'];
  for (let index = 0; index < 25; index++) {
    const customer = `C${random.between(100, 160)}`;
    const date = new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
    const net = moneyText(Math.max(3, random.near(180, 120)));
    lines.push(`${10_000 + day * 25 + index};${customer};${date};${net};EUR;${random.next() < 0.9 ? 'true' : 'false'}`);
  }
  return `${lines.join('\n')}\n`;
}

const decimalPoint = (value: number): string => value.toFixed(2);

const decimalComma = (value: number): string => value.toFixed(2).replace('.', ',');

/** With a title above the header and a total below the rows: both are skipped, and kept. */
function shipments(random: Random, day: number, missing = ''): string {
  const lines = [`Warehouse report ${day + 1}`, '', 'shipment,weight_kg,parcels,destination'];
  for (let index = 0; index < 30; index++) {
    const weight = random.next() < 0.1 ? missing : random.near(14, 5).toFixed(1);
    lines.push(`S${20_000 + day * 30 + index},${weight},${random.between(1, 6)},${random.pick(CITIES)}`);
  }
  return `${lines.join('\n')}\nTotal: 30 shipments\n`;
}
