import { expect, test } from 'vitest';
import { follow } from './staging/follow.js';
import { blocksOf } from './staging/page.js';

test(
  'every command of the guide to files without a parser runs, and comes to what it says',
  { timeout: 90_000 },
  async () => {
    const { said } = await follow(await blocksOf('docs/guides/no-code.md'));
    const [first, inferred, , changed, kept, json] = said;
    expect(first).toContain('CSV, ; separated, UTF-8, 1 line before the header, 1 header line\n');
    expect(first).toContain(
      'number int, customer string, zip string, net decimal(18,2), day date %d.%m.%Y, due string\n',
    );
    expect(first).toContain('row 3: has 3 fields, the table has 6 columns\n');
    expect(first).toContain('lines 6 = preamble 1 + header 1 + valid 3 + quarantined 1\n');
    expect(inferred).toContain("row 1 '31.12.2023' rules out date MM.DD.YYYY");
    expect(changed).toMatch(/february\.csv: Drift: column 'due' is missing\n.*column 'phone' is new/s);
    expect(changed).toContain("has other columns than its contract: column 'due' is missing\n");
    expect(kept).toContain('1005,Emil,20095,1.00,2024-01-04,,030 123,february.csv');
    expect(json).toContain('"accounting":{"lines":6,"header":1,"preamble":1,"valid":3,"quarantined":1,"skipped":0}');
  },
);
