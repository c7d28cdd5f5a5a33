import { describe, expect, test } from 'vitest';
import { casparianJson } from '../../cli/casparian.js';
import { STORES } from '../../cli/store.js';
import { useWorkplace } from './workplace.js';

/** Like an HL7 file: one message with many segments. */
const HL7 = `class Parser:
    name = 'hl7'
    version = '1.0.0'
    outputs = {
        'message': {'id': 'int!', 'sent': 'date'},
        'segments': {'columns': {'line': 'int!', 'kind': 'string'}, 'quarantine': {'threshold': 0.1, 'min_rows': 5}},
    }

    def parse(self, ctx):
        with open(ctx.input_path) as file:
            lines = file.read().splitlines()
        yield 'message', [{'id': '1', 'sent': lines[0]}]
        yield 'segments', [{'line': line, 'kind': 'OBX'} for line in lines[1:]]
`;

describe.each(STORES)('outputs that share a file, on %s', (kind) => {
  const place = useWorkplace(kind);

  test('one bad row in a one-row output does not drop the 24 valid rows of the other', async () => {
    const parser = await place.register(HL7);
    const lines = Array.from({ length: 24 }, (_, index) => String(index + 1));
    const job = await place.parse(await place.file('good.hl7', ['unknown', ...lines].join('\n')), parser);
    expect(job).toMatchObject({
      status: 'completed_with_warnings',
      result: { rows_in: 25, rows_valid: 24, rows_quarantined: 1 },
    });
    const rows = await place.rows(
      `SELECT output, row_count FROM cf_outputs WHERE job_id = '${job.id}' ORDER BY output`,
    );
    expect(rows).toEqual([
      { output: 'message', row_count: 0 },
      { output: 'segments', row_count: 24 },
    ]);
  });

  test('an output that exceeds the threshold of its contract fails the file; its rows are listed and counted', async () => {
    const parser = await place.register(HL7, { force: true });
    const lines = Array.from({ length: 20 }, (_, index) => (index < 3 ? 'x' : String(index)));
    const job = await place.parse(await place.file('bad.hl7', ['2024-01-31', ...lines].join('\n')), parser);
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'QUARANTINE_LIMIT' }] });
    expect(job.errors[0]!.message).toBe("15 % of the rows of 'segments' break the contract");
    const { json: listed } = await casparianJson<{ job_id: string; status: string }[]>([
      'quarantine',
      'list',
      ...place.flags,
    ]);
    expect(listed.filter(({ job_id }) => job_id === job.id).map(({ status }) => status)).toEqual([
      ...['evidence', 'evidence', 'evidence'],
    ]);
    const { json: groups } = await casparianJson<{ output: string; rows: number }[]>([
      ...['quarantine', 'list', '--summary', '--parser', 'hl7', ...place.flags],
    ]);
    expect(groups.map(({ output, rows }) => [output, rows])).toEqual([
      ['segments', 3],
      ['message', 1],
    ]);
  });
});
