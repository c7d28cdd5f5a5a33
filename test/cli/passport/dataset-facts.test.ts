import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casparianBatch, jsonOf } from '../casparian.js';
import { freshStore, type StoreKind, COMMAND_STORES, temporaryFolder } from '../store.js';

const CELLS =
  'serial,mass_g,made_on,count\nC-1,69.80,2026-11-03,9007199254740993\nC-2,70.1,2026-11-04,2\nC-3,,2026-11-05,3\n';
const MAPPING =
  'dataset = "cells"\nfact_type = "Cell"\nkey = "cell:P1:{serial}"\n[members]\nmass_g = "mass_g"\nmade = "made_on"\ncount = "count"\n';
const RULES = `
field pack.mass: Qty(g) =
  sumQty("g", map(getFactsByPrefix("Cell", "cell:P1:"), \\cell -> toQty("g", unwrapOr(recordGet(cell, "mass_g"), 0.000000))));

property any: cases(500) seed(1) => forall mass: Dec(2) .
  fact a("Cell", "cell:P1:a") = {"mass_g": mass};
  implies(true, field("pack.mass") == toQty("g", mass));
;`;

/** A store in which a file of cells was read. */
async function scanned(kind: StoreKind, cells = CELLS) {
  const { flags } = await freshStore(kind);
  const work = await temporaryFolder();
  await mkdir(join(work, 'inbox'));
  await writeFile(join(work, 'inbox', 'cells.csv'), cells);
  await writeFile(join(work, 'cells.mapping.toml'), MAPPING);
  const run = async (...args: string[]) => (await casparianBatch([[...args, ...flags]], { cwd: work }))[0]!;
  await run('scan', 'inbox', '--auto');
  expect((await run('process')).code).toBe(0);
  return { run, work };
}

describe.each(COMMAND_STORES)('facts from a dataset on %s', (kind) => {
  test('a row becomes a fact with exact values, and again changes nothing', async () => {
    const { run } = await scanned(kind);
    const first = jsonOf<object>(await run('passport', 'facts', 'map', 'cells.mapping.toml', '--json'));
    expect(first).toMatchObject({ code: 0, json: { kind: 'OTHER', status: 'VALIDATED', fact_count: 3 } });
    expect(jsonOf(await run('passport', 'facts', 'map', 'cells.mapping.toml', '--json'))).toEqual(first);
    const listed = await run('passport', 'facts', 'list', '--type', 'Cell');
    expect(listed.stdout).toContain('cell:P1:C-1  {"count":9007199254740993,"made":"2026-11-03","mass_g":"69.80"}');
    expect(listed.stdout).toContain('cell:P1:C-3  {"count":3,"made":"2026-11-05"}');
  });

  test('a field of a passport is traced back to file and row', async () => {
    const { run, work } = await scanned(kind);
    await writeFile(join(work, 'pack.rules'), RULES);
    await writeFile(
      join(work, 'passport.toml'),
      'sku = "P1"\nname = "Pack"\nrules = "pack.rules"\n[[facts]]\nmapping = "cells.mapping.toml"\n',
    );
    const built = await run('passport', 'build', '.', '--json');
    expect(built.code).toBe(0);
    const { json } = jsonOf<object>(await run('passport', 'explain', 'pack.mass', '--json'));
    expect(json).toMatchObject({
      value: { unit: 'g', value: '139.900000' },
      children: [
        { kind: 'rule' },
        {
          ...{ kind: 'facts', label: 'Cell cell:P1:*', value: 3 },
          children: [
            {
              ...{ kind: 'fact', label: 'Cell cell:P1:C-1', value: { mass_g: '69.80' } },
              children: [
                {
                  ...{ kind: 'dataset', label: 'cells' },
                  children: [
                    {
                      ...{ kind: 'file', label: join(work, 'inbox', 'cells.csv') },
                      source: { content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
                      children: [{ kind: 'row', label: 'row 1', value: 1 }],
                    },
                  ],
                },
              ],
            },
            { label: 'Cell cell:P1:C-2' },
            { label: 'Cell cell:P1:C-3' },
          ],
        },
      ],
    });
    expect((await run('passport', 'build', '.')).stdout).toContain('unchanged');
  });

  test('empty required cells, keys that are empty, equal or have a colon: all of them with file and row', async () => {
    const { run, work } = await scanned(kind, 'serial,mass_g\nC-1,1\nC-1,2\n,3\nC:4,\n');
    await writeFile(
      join(work, 'm.toml'),
      'dataset = "cells"\nfact_type = "Cell"\nkey = "cell:{serial}"\n[members]\nm = "mass_g!"\n',
    );
    const { code, stderr } = await run('passport', 'facts', 'map', 'm.toml');
    expect(code).toBe(1);
    expect(stderr).toMatch(/cells\.csv, row 2: the key cell:C-1 is also that of .*cells\.csv, row 1/);
    expect(stderr).toContain('row 3: serial is empty, and the key needs it');
    expect(stderr).toContain('row 4: serial contains a colon');
    expect(stderr).toContain('row 4: mass_g is empty');
    expect((await run('passport', 'facts', 'list')).stdout).toBe('');
  });
});

/** Mappings with a mistake, and what is said about it. */
const MISTAKES: [mistake: string, mapping: string, text: RegExp][] = [
  ['no key', 'dataset = "cells"\nfact_type = "C"', /has no key/],
  ['a key without a column', 'dataset = "cells"\nfact_type = "C"\nkey = "cell"', /names no column/],
  ['an unknown column', 'dataset = "cells"\nfact_type = "C"\nkey = "{serail}"', /Did you mean serial\?/],
  ['an unknown dataset', 'dataset = "cell"\nfact_type = "C"\nkey = "{serial}"', /Did you mean cells\?/],
  ['a misspelt name', 'dataset = "cells"\nfact_typ = "C"\nkey = "{serial}"', /Did you mean fact_type\?/],
  ['no TOML', 'dataset', /is not TOML/],
];

test('a mapping to readings needs their time, and batteries that have a passport', async () => {
  const { run, work } = await scanned('sqlite');
  const mistakes: [mapping: string, text: RegExp][] = [
    ['fact_type = "Cell"\nkey = "{serial}"', /the fact_type 'Cell', not 'Reading'/],
    ['fact_type = "Reading"\nkey = "{serial}"\n[members]\nx = "count"', /has no observed_at/],
    [
      'fact_type = "Reading"\nkey = "P1/{serial}"\n[members]\nobserved_at = "made_on"\n"performance.full_cycles" = "count"',
      /reading 1: observed_at must be a time/,
    ],
  ];
  for (const [mapping, text] of mistakes) {
    await writeFile(join(work, 'm.toml'), `dataset = "cells"\n${mapping}\n`);
    const { code, stderr } = await run('passport', 'readings', 'map', 'm.toml');
    expect([code === 0, stderr]).toEqual([false, expect.stringMatching(text)]);
  }
});

test('a mistake in a mapping is explained', async () => {
  const { run, work } = await scanned('sqlite');
  for (const [mistake, mapping, text] of MISTAKES) {
    await writeFile(join(work, 'm.toml'), mapping);
    const { code, stderr } = await run('passport', 'facts', 'map', 'm.toml');
    expect([mistake, code === 2 || code === 3, stderr]).toEqual([mistake, true, expect.stringMatching(text)]);
  }
});
