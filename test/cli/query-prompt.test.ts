import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { completions, openPrompt } from '../../src/cli/commands/query/prompt.js';
import { isComplete } from '../../src/cli/commands/query/statement-end.js';

describe('a statement', () => {
  test.each([
    'select 1;',
    'select 1 ; ',
    "select ';';",
    'select 1; -- done',
    'select $$;$$;',
    'select 1\n;',
    '/* a; */ select 2;',
  ])('is complete: %s', (text) => expect(isComplete(text)).toBe(true));
  test.each([
    '',
    'select 1',
    "select ';",
    "select 'it''s;'",
    'select 1 -- ;',
    '/* ;',
    'select "a;',
    'select $$ ;',
    'select 1; x',
  ])('continues on the next line: %s', (text) => expect(isComplete(text)).toBe(false));
});

test('Tab completes the last word, and keeps capitals for keywords', () => {
  const words = ['orders', 'order_id', 'select'];
  expect(completions('select * from ord', words)).toEqual([['orders', 'order_id'], 'ord']);
  expect(completions('SEL', words)).toEqual([['SELECT'], 'SEL']);
  expect(completions('select ', words)).toEqual([[], '']);
});

test('statements of several lines run one after the other, commands begin with a dot', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ran: string[] = [];
  const remembered: string[] = [];
  const prompt = openPrompt({
    ...{ input, output, isTerminal: false, history: [], words: [] },
    remember: (statement) => remembered.push(statement),
    run: async (text) => {
      await Promise.resolve();
      ran.push(text);
      return text === '.exit' ? 'leave' : 'continue';
    },
  });
  input.write('select\n1;\n\n.tables\nselect 2;\n.exit\nselect 3;\n');
  await prompt;
  expect(ran).toEqual(['select\n1', '.tables', 'select 2', '.exit']);
  expect(remembered[0]).toBe('select 1;');
});
