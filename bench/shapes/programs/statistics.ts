import type { Line } from '../shape.js';
import { blank, cents, footer, header, isoDay, preamble, row, two, many, type Program } from './program.js';

/** Statistical offices, surveys and web reports. */
export const STATISTICS: readonly Program[] = [
  {
    name: 'Qualtrics',
    style: { mark: true },
    columns: [
      'StartDate Start Date {"ImportId":"startDate"}',
      'Status Response Type {"ImportId":"status"}',
      'Q1 How old are you? {"ImportId":"QID1"}',
      'Q2 Why? {"ImportId":"QID2"}',
    ],
    lines: (random, style) => [
      header(style, ['StartDate', 'Status', 'Q1', 'Q2']),
      header(style, ['Start Date', 'Response Type', 'How old are you?', 'Why?']),
      header(style, [
        '{"ImportId":"startDate"}',
        '{"ImportId":"status"}',
        '{"ImportId":"QID1"}',
        '{"ImportId":"QID2"}',
      ]),
      ...many(random, () =>
        row(style, [
          `${isoDay(random)} 10:00:00`,
          '0',
          String(random.between(18, 80)),
          random.pick(['because', 'no idea, really', 'he said "yes"\nand left']),
        ]),
      ),
    ],
  },
  {
    name: 'the census',
    style: { quoting: 'all', lineEnd: '\r\n' },
    columns: [
      'GEO_ID Geography',
      'NAME Geographic Area Name',
      'B01001_001E Estimate!!Total:',
      'B01001_001M Margin of Error!!Total:',
    ],
    lines: (random, style) => [
      header(style, ['GEO_ID', 'NAME', 'B01001_001E', 'B01001_001M']),
      header(style, ['Geography', 'Geographic Area Name', 'Estimate!!Total:', 'Margin of Error!!Total:']),
      ...many(random, (at) =>
        row(style, [
          `0500000US010${two(at)}`,
          `${random.pick(['Autauga', 'Baldwin', 'Bibb'])} County, Alabama`,
          String(random.between(1_000, 99_999)),
          String(random.between(10, 99)),
        ]),
      ),
    ],
  },
  {
    name: 'the World Bank',
    style: { quoting: 'all', lineEnd: '\r\n', mark: true },
    columns: ['Country Name', 'Country Code', 'Indicator Name', '2019', '2020', '2021'],
    lines: (random, style) => {
      const ended = (line: Line): Line => ({ ...line, text: `${line.text},` });
      return [
        preamble('"Data Source","World Development Indicators",'),
        blank,
        preamble('"Last Updated Date","2024-05-30",'),
        blank,
        ended(header(style, ['Country Name', 'Country Code', 'Indicator Name', '2019', '2020', '2021'])),
        ...many(random, () =>
          ended(
            row(style, [
              random.pick(['Aruba', 'Africa Eastern and Southern', 'Korea, Rep.']),
              random.pick(['ABW', 'AFE', 'KOR']),
              'GDP (current US$)',
              cents(random, '.'),
              random.chance(0.3) ? '' : cents(random, '.'),
              cents(random, '.'),
            ]),
          ),
        ),
      ];
    },
  },
  {
    name: 'web analytics with two tables',
    style: {},
    columns: ['Page', 'Pageviews', 'Bounce Rate'],
    lines: (random, style) => [
      preamble('# ----------------------------------------'),
      preamble('# All Web Site Data'),
      preamble('# Pages'),
      preamble('# 20240501-20240531'),
      preamble('# ----------------------------------------'),
      blank,
      header(style, ['Page', 'Pageviews', 'Bounce Rate']),
      ...many(
        random,
        (at) => row(style, [`/page/${at}`, `1,${random.between(100, 999)}`, `${cents(random, '.')}%`]),
        8,
      ),
      blank,
      footer('Day Index,Users'),
      footer('5/1/24,"1,234"'),
      footer('5/2/24,"1,334"'),
      footer(',"2,568"'),
    ],
  },
  {
    name: 'an advertiser',
    style: { delimiter: '\t', encoding: 'utf-16le', mark: true },
    columns: ['Campaign', 'Status', 'Clicks', 'Cost'],
    lines: (random, style) => [
      preamble('Campaign report'),
      preamble('May 1, 2024 - May 31, 2024'),
      header(style, ['Campaign', 'Status', 'Clicks', 'Cost']),
      ...many(random, (at) =>
        row(style, [`Summer ${at}`, random.pick(['Enabled', 'Paused']), `${random.below(2_000)}`, cents(random, '.')]),
      ),
      footer('Total: Campaigns\t --\t4711\t815.00'),
    ],
  },
];
