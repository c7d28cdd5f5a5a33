import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { useOutputsPlace } from '../datasets/staging/outputs-place.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const hasTerminal = spawnSync('script', ['--version']).status === 0 && process.platform === 'linux';

describe.runIf(hasTerminal)('query on a terminal', () => {
  const place = useOutputsPlace('sqlite');
  beforeAll(async () => {
    await place.write({
      parser: 'shop',
      output: 'parcels',
      select: "SELECT range AS id, 'Ann' AS name FROM range(100)",
    });
  });

  const terminal = (columns: number, args: readonly string[]): [string, string[]] => {
    const quoted = [process.execPath, MAIN, 'query', ...args, ...place.flags].map((each) => `'${each}'`);
    return ['script', ['-qefc', `stty cols ${columns}; exec ${quoted.join(' ')}`, '/dev/null']];
  };
  const shown = (columns: number, args: readonly string[]): string =>
    withoutCodes(execFileSync(...terminal(columns, args), { encoding: 'utf8', input: '' }));

  test('shows 40 rows and the number of all, without columns of lineage', () => {
    const lines = shown(80, ['select * from parcels order by id']).trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id {2}name *$/);
    expect(lines.slice(2, -1)).toHaveLength(40);
    expect(lines.at(-1)).toBe('(40 of 100 rows; use --limit for more)');
    expect(shown(200, ['select * from parcels limit 1', '--lineage'])).toContain('_cf_source');
  });

  test('counts columns that do not fit, also one, and assumes 80 columns on a terminal without a size', () => {
    const text = shown(8, ['select 1 as wide_name, 2 as wider_name']);
    expect(text).toContain('(1 more column does not fit; select fewer columns, or use --format csv)');
    expect(shown(0, ['select 1 as wide_name, 2 as wider_name'])).not.toContain('fit');
  });

  test('has a prompt that completes names and keeps a history', async () => {
    const program = spawn(...terminal(80, []));
    onTestFinished(() => void program.kill('SIGKILL'));
    let text = '';
    program.stdout.setEncoding('utf8').on('data', (piece: string) => (text += withoutCodes(piece)));
    const typed = async (keys: string, answer: string): Promise<void> => {
      program.stdin.write(keys);
      await waitUntil(() => text.includes(answer), { for: `'${answer}' after '${keys}'` });
    };
    await waitUntil(() => text.includes('sql> '), { for: 'the prompt' });
    await typed('select count(*) as n from parc', 'from parc');
    await typed('\t', 'from parcels');
    await typed(';\n', '(1 row)');
    expect(text).toMatch(/n *\n─+\n100\n/);
    const ended = once(program, 'exit');
    program.stdin.write('.exit\n');
    await ended;
    expect(readFileSync(join(place.flags[1]!, 'query-history'), 'utf8')).toContain(
      'select count(*) as n from parcels;',
    );
  });
});

/** Without the codes that move the cursor. */
function withoutCodes(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they begin with a control character
  return text.replaceAll('\r', '').replaceAll(/\x1b\[[0-9;?]*[A-Za-z]/g, '');
}
