import type { Random } from './random.js';

/** A typical table: its column names, and a function that creates a row. */
export interface BaseTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly row: (random: Random, at: number) => string[];
}

const FIRST = ['Anna', 'Bert', 'Chloé', 'Dmitri', 'Eva', 'Frank', 'Grace', 'Hugo', 'Inès', 'Jürgen'];
const LAST = ['Smith', 'Müller', "O'Brien", 'García', 'Lee', 'van den Berg', 'Rossi', 'Nowak', 'Jensen', 'Kim'];
const CITIES = ['Berlin', 'Paris', 'New York', 'São Paulo', 'London', 'Wien', 'Zürich', 'Oslo', 'Rome'];
const WORDS = ['steel', 'pipe', 'red', 'large', 'box of', 'small', 'oak', 'table', 'lamp', 'white', 'garden', 'hose'];
const REMARKS = [
  '',
  'ok',
  'late, but complete',
  'customer said "fine"',
  'call back; see mail',
  'first line\nsecond line',
  'n/a',
  'see order no. 5',
  'paid, shipped, closed',
  'path C:\\temp',
  'a|b',
  '50% off',
];

const two = (number: number): string => String(number).padStart(2, '0');
const isoDate = (random: Random): string =>
  `${random.between(2_019, 2_025)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`;
const germanDate = (random: Random): string =>
  `${two(random.between(1, 28))}.${two(random.between(1, 12))}.${random.between(2_019, 2_025)}`;
const clock = (random: Random): string => `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`;
const money = (random: Random): string => `${random.between(0, 9_999)}.${two(random.below(100))}`;
const commaMoney = (random: Random): string =>
  `${random.chance(0.4) ? '-' : ''}${random.between(0, 999)},${two(random.below(100))}`;
const name = (random: Random): string => `${random.pick(FIRST)} ${random.pick(LAST)}`;
const words = (random: Random): string =>
  Array.from({ length: random.between(2, 4) }, () => random.pick(WORDS)).join(' ');

export const TABLES: readonly BaseTable[] = [
  {
    name: 'orders',
    columns: ['order_id', 'customer', 'order_date', 'amount', 'remark'],
    row: (random, at) => [String(1_000 + at), name(random), isoDate(random), money(random), random.pick(REMARKS)],
  },
  {
    name: 'sensors',
    columns: ['timestamp', 'temperature', 'humidity', 'pressure'],
    row: (random, at) => [
      `2024-03-01 ${two(Math.floor(at / 60) % 24)}:${two(at % 60)}:00`,
      `${random.between(-5, 30)}.${random.below(10)}`,
      String(random.between(20, 99)),
      `10${two(random.below(40))}.${random.below(10)}`,
    ],
  },
  {
    name: 'stops',
    columns: ['stop_id', 'stop_name', 'stop_lat', 'stop_lon', 'parent_station'],
    row: (random, at) => [
      `S${at + 1}`,
      `${random.pick(CITIES)} Hbf, platform ${random.between(1, 12)}`,
      `${random.between(45, 60)}.${random.between(100_000, 999_999)}`,
      `${random.between(1, 20)}.${random.between(100_000, 999_999)}`,
      '',
    ],
  },
  {
    name: 'stock',
    columns: ['Date', 'Open', 'High', 'Low', 'Close', 'Volume'],
    row: (random) => [
      isoDate(random),
      money(random),
      money(random),
      money(random),
      money(random),
      String(random.between(10_000, 9_999_999)),
    ],
  },
  {
    name: 'people',
    columns: ['Name', 'E-mail', 'Phone', 'Birthday', 'City'],
    row: (random, at) => [
      name(random),
      `user${at}@example.org`,
      `+49 ${random.between(100, 999)} ${random.between(100_000, 999_999)}`,
      isoDate(random),
      random.pick(CITIES),
    ],
  },
  {
    name: 'products',
    columns: ['sku', 'description', 'price', 'currency', 'in_stock'],
    row: (random, at) => [
      String(at * 37 + 5).padStart(6, '0'),
      words(random),
      money(random),
      random.pick(['EUR', 'USD', 'GBP']),
      random.pick(['true', 'false']),
    ],
  },
  {
    name: 'capitals',
    columns: ['country', 'capital', 'continent'],
    row: (random) => [
      random.pick(['Germany', 'France', 'Japan', 'Brazil', 'Kenya', 'Norway', 'Korea, Republic of']),
      random.pick(CITIES),
      random.pick(['Europe', 'Asia', 'Africa', 'South America']),
    ],
  },
  {
    name: 'bank',
    columns: ['Buchungstag', 'Valuta', 'Verwendungszweck', 'Betrag', 'Währung'],
    row: (random, at) => [
      germanDate(random),
      germanDate(random),
      `${random.pick(['REWE Markt', 'Miete', 'Gehalt', 'Stadtwerke, Abschlag', 'Übertrag'])} ${at}`,
      commaMoney(random),
      'EUR',
    ],
  },
  {
    name: 'survey',
    columns: ['respondent', 'q1', 'q2', 'q3', 'q4', 'comment'],
    row: (random, at) => [
      `R_${at}x${random.between(1_000, 9_999)}`,
      ...Array.from({ length: 4 }, () => (random.chance(0.1) ? '' : String(random.between(1, 5)))),
      random.pick(REMARKS),
    ],
  },
  {
    name: 'floats',
    columns: ['x', 'y', 'z', 'error'],
    row: (random) =>
      Array.from(
        { length: 4 },
        () => `${random.chance(0.5) ? '-' : ''}${random.below(10)}.${random.between(1_000, 9_999)}e-${random.below(5)}`,
      ),
  },
  { name: 'pairs', columns: ['key', 'value'], row: (random, at) => [`setting_${at}`, String(random.below(1_000))] },
  {
    name: 'wide',
    columns: Array.from({ length: 40 }, (_, at) => `field_${at + 1}`),
    row: (random, at) =>
      Array.from({ length: 40 }, (_, column) =>
        column === 0 ? String(at) : random.chance(0.3) ? '' : String(random.below(100)),
      ),
  },
  {
    name: 'log',
    columns: ['time', 'level', 'logger', 'message'],
    row: (random) => [
      `${isoDate(random)}T${clock(random)}Z`,
      random.pick(['INFO', 'WARN', 'ERROR']),
      random.pick(['app.db', 'app.http', 'main']),
      random.pick([
        'started',
        'retry 3 of 5: timeout',
        'GET /index.html 200',
        'connection lost, waiting',
        'user "anna" logged in',
      ]),
    ],
  },
  {
    name: 'pollock',
    columns: ['DATE', 'TIME', 'Qty', 'PRODUCTID', 'Price', 'ProductType', 'ProductDescription', 'URL', 'Comments'],
    row: (random, at) => [
      `${two(random.between(1, 12))}/${two(random.between(1, 28))}/${random.between(2_010, 2_020)}`,
      clock(random),
      String(random.between(1, 99)),
      `P_${at}`,
      `€${random.between(1, 999)}.${two(random.below(100))}`,
      random.pick(['Notebook', 'Chair', 'Pen']),
      words(random),
      `http://example.org/p/${at}`,
      random.pick(REMARKS),
    ],
  },
];
