import { expect, test } from 'vitest';
import { follow } from './staging/follow.js';
import { blocksOf } from './staging/page.js';

test(
  'the commands of the guide to files without a parser work and give the results that it describes',
  { timeout: 180_000 },
  async () => {
    const { about } = await follow(await blocksOf('docs/guides/no-code.md'));
    expect(about('casparian infer invoices.csv')).toContain("row 1 '31.12.2023' rules out date MM.DD.YYYY");
    const changed = about('infer invoices.csv february.csv');
    expect(changed).toMatch(/february\.csv: Drift: column 'due' is missing\n.*column 'phone' is new/s);
    expect(about('cat clean/february.csv')).toContain('1005,Emil,20095,1.00,2024-01-04,,030 123,february.csv');
    expect(about("--delimiter ';' --json")).toContain(
      '"accounting":{"lines":6,"header":1,"preamble":1,"valid":3,"quarantined":1,"skipped":0}',
    );
  },
);
