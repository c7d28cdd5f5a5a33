import { writeRecord } from '../shape.js';
import { blank, cents, day, footer, header, preamble, row, two, many, type Program } from './program.js';

/** Banks, offices and their spreadsheets. */
export const OFFICES: readonly Program[] = [
  {
    name: 'a German bank',
    style: { delimiter: ';', quoting: 'all', encoding: 'windows-1252', lineEnd: '\r\n' },
    columns: [
      'Buchungstag',
      'Wertstellung',
      'Buchungstext',
      'Auftraggeber / Begünstigter',
      'Verwendungszweck',
      'Betrag (EUR)',
    ],
    lines: (random, style) => [
      preamble('"Kontonummer:";"DE12345678901234567890 / Girokonto";'),
      blank,
      preamble('"Von:";"01.01.2024";'),
      preamble('"Bis:";"31.01.2024";'),
      preamble('"Kontostand vom 31.01.2024:";"1.234,56 EUR";'),
      blank,
      {
        ...header(style, [
          'Buchungstag',
          'Wertstellung',
          'Buchungstext',
          'Auftraggeber / Begünstigter',
          'Verwendungszweck',
          'Betrag (EUR)',
        ]),
        text: `${writeRecord(['Buchungstag', 'Wertstellung', 'Buchungstext', 'Auftraggeber / Begünstigter', 'Verwendungszweck', 'Betrag (EUR)'], style)};`,
      },
      ...many(random, (at) => {
        const cells = [
          day(random),
          day(random),
          random.pick(['Lastschrift', 'Gutschrift']),
          random.pick(['REWE', 'Stadtwerke München', 'Müller GmbH']),
          `Rechnung ${at}, danke`,
          `${random.pick(['-', ''])}1.${cents(random, ',').padStart(6, '0')}`,
        ];
        return { ...row(style, cells), text: `${writeRecord(cells, style)};` };
      }),
    ],
  },
  {
    name: 'a bank with a running total',
    style: { delimiter: ';', encoding: 'windows-1252', lineEnd: '\r\n' },
    columns: ['Datum', 'Text', 'Soll', 'Haben', 'Saldo'],
    lines: (random, style) => [
      preamble('Umsätze Konto 4711'),
      preamble('Erstellt am 31.05.2024 12:15'),
      header(style, ['Datum', 'Text', 'Soll', 'Haben', 'Saldo']),
      ...many(random, (at) =>
        row(style, [
          day(random),
          `Buchung Nr. ${at}`,
          at % 2 === 0 ? cents(random, ',') : '',
          at % 2 === 1 ? cents(random, ',') : '',
          `1.${cents(random, ',')}`,
        ]),
      ),
      footer('Summe;;123,45;234,56;'),
    ],
  },
  {
    name: 'Excel in French',
    style: { delimiter: ';', encoding: 'windows-1252', lineEnd: '\r\n' },
    columns: ['Référence', 'Désignation', 'Quantité', 'Prix unitaire', 'Créé le'],
    lines: (random, style) => [
      header(style, ['Référence', 'Désignation', 'Quantité', 'Prix unitaire', 'Créé le']),
      ...many(random, (at) =>
        row(style, [
          `R${at}`,
          random.pick(['Écrou', 'Vis à bois', 'Clé de 12', 'Marteau; petit']),
          `1\u00a0${random.between(100, 999)}`,
          `${cents(random, ',')} €`,
          `${two(random.between(1, 28))}/${two(random.between(1, 12))}/2024`,
        ]),
      ),
    ],
  },
  {
    name: 'a Swiss office',
    style: { delimiter: ';', lineEnd: '\r\n', mark: true },
    columns: ['Kanton', 'Einwohner', 'Fläche', 'Budget'],
    lines: (random, style) => [
      header(style, ['Kanton', 'Einwohner', 'Fläche', 'Budget']),
      ...many(random, () =>
        row(style, [
          random.pick(['Zürich', 'Bern', 'Genève', 'Uri']),
          `${random.between(1, 9)}'${random.between(100, 999)}'${random.between(100, 999)}`,
          cents(random, '.'),
          `CHF ${random.between(1, 99)}'000.–`,
        ]),
      ),
    ],
  },
  {
    name: 'a ministry',
    style: { encoding: 'windows-1252', lineEnd: '\r\n' },
    columns: ['Area', '2019', '2020', '2021', 'Change'],
    lines: (random, style) => [
      preamble('Table 3: Expenditure by area,,,,'),
      preamble('£ thousand,,,,'),
      preamble(',,,,'),
      header(style, ['Area', '2019', '2020', '2021', 'Change']),
      ...many(random, () =>
        row(style, [
          random.pick(['England', 'Wales', 'Scotland', 'North East']),
          `${random.between(1, 9)},${random.between(100, 999)}`,
          cents(random, '.'),
          cents(random, '.'),
          `${random.below(50)}%`,
        ]),
      ),
      { kind: 'blank', text: ',,,,' },
      footer('"Source: Department, own calculations",,,,'),
      footer('Notes: figures may not sum,,,,'),
    ],
  },
];
