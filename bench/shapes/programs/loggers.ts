import { asIs, cents, header, isoDay, many, preamble, row, two, type Program } from './program.js';

/** Instruments and monitoring programs. */
export const LOGGERS: readonly Program[] = [
  {
    name: 'a Campbell logger (TOA5)',
    style: { quoting: 'texts', fileName: 'station.dat' },
    columns: ['TIMESTAMP TS', 'RECORD RN', 'AirTC_Avg Deg C Avg', 'RH % Smp', 'Rain_mm_Tot mm Tot'],
    lines: (random) => [
      preamble('"TOA5","station_1","CR1000","12345","CR1000.Std.31","CPU:prog.CR1","54321","Table1"'),
      asIs('header', '"TIMESTAMP","RECORD","AirTC_Avg","RH","Rain_mm_Tot"', [
        'TIMESTAMP',
        'RECORD',
        'AirTC_Avg',
        'RH',
        'Rain_mm_Tot',
      ]),
      asIs('header', '"TS","RN","Deg C","%","mm"', ['TS', 'RN', 'Deg C', '%', 'mm']),
      asIs('header', '"","","Avg","Smp","Tot"', ['', '', 'Avg', 'Smp', 'Tot']),
      ...many(random, (at) => {
        const cells = [`2024-05-01 ${two(at % 24)}:00:00`, String(at), cents(random, '.'), cents(random, '.'), '0'];
        return asIs('row', `"${cells[0] ?? ''}",${cells.slice(1).join(',')}`, cells);
      }),
    ],
  },
  {
    name: 'a HOBO logger',
    style: { mark: true, lineEnd: '\r\n' },
    columns: ['#', 'Date Time, GMT+01:00', 'Temp, °C (LGR S/N: 10123)', 'Intensity, Lux'].map((name, at) =>
      at === 0 ? '#' : name,
    ),
    lines: (random, style) => [
      preamble('"Plot Title: garden"'),
      header(style, ['#', 'Date Time, GMT+01:00', 'Temp, °C (LGR S/N: 10123)', 'Intensity, Lux']),
      ...many(random, (at) =>
        row(style, [
          String(at + 1),
          `05/${two(random.between(13, 28))}/24 0${random.below(10)}:00:00 AM`,
          cents(random, '.'),
          String(random.below(2_000)),
        ]),
      ),
    ],
  },
  {
    name: 'an office of statistics, comments first',
    style: { delimiter: '\t', fileName: 'data.tsv' },
    columns: ['agency_cd', 'site_no', 'datetime', 'discharge'],
    lines: (random, style) => [
      preamble('# ---------------------------------- WARNING ----------------------------------------'),
      preamble('# Some of the data may be provisional, see https://example.org/help'),
      preamble('#'),
      preamble('# Data for the following site: 01646500'),
      header(style, ['agency_cd', 'site_no', 'datetime', 'discharge']),
      ...many(random, () => row(style, ['USGS', '01646500', isoDay(random), String(random.between(100, 9_999))])),
    ],
  },
  {
    name: 'a performance monitor',
    style: { quoting: 'all', lineEnd: '\r\n' },
    columns: [
      '(PDH-CSV 4.0) (W. Europe Standard Time)(-60)',
      '\\\\PC\\Processor(_Total)\\% Processor Time',
      '\\\\PC\\Memory\\Available MBytes',
    ],
    lines: (random, style) => [
      header(style, [
        '(PDH-CSV 4.0) (W. Europe Standard Time)(-60)',
        '\\\\PC\\Processor(_Total)\\% Processor Time',
        '\\\\PC\\Memory\\Available MBytes',
      ]),
      ...many(random, (at) =>
        row(style, [
          `05/31/2024 10:00:${two(at)}.123`,
          at === 0 ? ' ' : `${random.below(100)}.123456789`,
          String(random.between(1_000, 9_000)),
        ]),
      ),
    ],
  },
  {
    name: 'a web server',
    style: { delimiter: ' ', fileName: 'access.log' },
    columns: null,
    lines: (random) =>
      many(
        random,
        () => {
          const cells = [
            `10.0.0.${random.below(255)}`,
            '-',
            '-',
            `[31/May/2024:10:00:0${random.below(10)}`,
            '+0000]',
            `GET /p/${random.below(99)} HTTP/1.1`,
            random.pick(['200', '404']),
            String(random.below(9_999)),
          ];
          return asIs('row', cells.map((cell, at) => (at === 5 ? `"${cell}"` : cell)).join(' '), cells);
        },
        6,
      ),
  },
];
