import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JobRecord } from '../../src/engine/index.js';
import { NUMBERS_PARSER, useWorkplace } from '../pipeline/jobs/workplace.js';
import { casparianBatch } from './casparian.js';
import { COMMAND_STORES } from './store.js';

describe.each(COMMAND_STORES)('what became of files on %s', (kind) => {
  const place = useWorkplace(kind);
  let good: JobRecord;
  let bad: JobRecord;
  beforeAll(async () => {
    const numbers = await place.register(NUMBERS_PARSER);
    good = await place.parse(await place.file('good.csv', "!print('halfway')\n1,1\n2,2\n"), numbers);
    bad = await place.parse(await place.file('bad.csv', "1,1\n!print('about to fail')\n!raise\n"), numbers);
  });

  test('is told by outputs, job show and job logs, and goes with jobs prune', async () => {
    const commands = [
      ['outputs'],
      ['outputs', '--json'],
      ['outputs', '--parser', 'numbers', '--output', 'numbers', '--files', '--json'],
      ['outputs', '--files', '--all', '--parser', 'nobody'],
      ['outputs', 'prune', '--older-than', '0s', '--json'],
      ['job', 'show', bad.id],
      ['job', 'logs', bad.id],
      ['job', 'logs', '-f', '--attempt', '1', '--json', good.id],
      ['job', 'logs', '--attempt', '2', '--json', good.id],
      ['jobs', 'prune', '--older-than', '0s', '--json'],
    ];
    const answers = await casparianBatch(commands.map((args) => [...args, ...place.flags]));
    expect(answers.map(({ code }) => code)).toEqual(commands.map(() => 0));
    const [table, sets, files, none, pruned, show, logs, follow, second, gone] = answers.map(({ stdout }) => stdout);
    expect(table).toMatch(/PARSER +OUTPUT +FILES +ROWS +SIZE\nnumbers +numbers +1 +2 +\d/);
    expect(JSON.parse(sets!)).toMatchObject([{ parser: 'numbers', output: 'numbers', files: 1, rows: 2 }]);
    const path = join(place.flags[1]!, 'output', `numbers/numbers/${good.id}-1.jsonl`);
    expect(JSON.parse(files!)).toMatchObject([
      { path, rows: 2, job_id: good.id, source: join(place.home, 'incoming/good.csv'), superseded_at: null },
    ]);
    expect(none).toBe('');
    expect(JSON.parse(pruned!)).toEqual({ superseded: 0, orphans: 0, bytes: 0, uploads: 0, dry_run: false });
    const report = show!
      .replace(/\(\d+\.\ds\)/, '(0.3s)')
      .split('\n\n')
      .slice(0, 3)
      .join('\n\n');
    expect(report).toBe(
      [
        `Job ${bad.id} FAILED (0.3s)`,
        'Parser: numbers v1.0.0',
        'Phase: Execution',
        '',
        'Error: ValueError: no such luck',
        '  File "parser.py", line 13',
        "    raise ValueError('no such luck')",
        '',
        `Hint: See what it printed: casparian job logs ${bad.id}`,
        '      Correct the parser, register its next version, then: casparian backfill numbers --failed --execute',
      ].join('\n'),
    );
    expect(logs).toMatch(/#1 info {2}about to fail\n$/);
    expect(JSON.parse(follow!)).toMatchObject({ attempt: 1, fence: 1, level: 'info', message: 'halfway' });
    expect(JSON.parse(second!)).toEqual([]);
    expect(JSON.parse(gone!)).toMatchObject({ deleted: 2 });
    for (const { id } of [good, bad]) expect(existsSync(join(place.home, 'logs', id))).toBe(false);
  });
});
