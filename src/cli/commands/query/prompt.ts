import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isComplete } from './statement-end.js';

export interface PromptSetting {
  readonly input: Readable;
  readonly output: Writable;
  readonly isTerminal: boolean;
  /** Earlier statements, newest first. */
  readonly history: readonly string[];
  /** What the Tab key can complete. */
  readonly words: readonly string[];
  /** Runs a statement, or a command that begins with a dot. Never rejects. The signal is aborted by Ctrl-C. */
  readonly run: (text: string, signal: AbortSignal) => Promise<'continue' | 'leave'>;
  readonly remember: (statement: string) => void;
}

const FIRST = 'sql> ';
const NEXT = '...> ';

/**
 * Reads statements until Ctrl-D or `.exit`. A statement ends with a semicolon and can have several lines; a command begins with a dot and has one.
 * Ctrl-C ends the running statement, or discards what was typed.
 */
export function openPrompt({ input, output, isTerminal, history, words, run, remember }: PromptSetting): Promise<void> {
  const lines = createInterface({
    ...{ input, output, terminal: isTerminal, prompt: FIRST, history: [...history], removeHistoryDuplicates: true },
    completer: (line: string) => completions(line, words),
  });
  let text = '';
  let running: AbortController | undefined;
  const waiting: string[] = [];
  const ask = (): void => {
    lines.setPrompt(text === '' ? FIRST : NEXT);
    lines.prompt();
  };

  /** Runs what is complete after this line. */
  async function take(line: string): Promise<'continue' | 'leave'> {
    text = text === '' ? line : `${text}\n${line}`;
    const isCommand = text.trimStart().startsWith('.');
    if (text.trim() === '') text = '';
    if (text === '' || (!isCommand && !isComplete(text))) return 'continue';
    const statement = text.trim();
    text = '';
    running = new AbortController();
    remember(statement.replaceAll(/\s*\n\s*/g, ' '));
    return run(isCommand ? statement : statement.replace(/;\s*$/, ''), running.signal);
  }

  /** Lines that are pasted while a statement runs wait for it. */
  async function takeAll(): Promise<void> {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const next = await take(line);
      running = undefined;
      if (next === 'leave') return lines.close();
    }
    ask();
  }

  return new Promise((resolve) => {
    let taking: Promise<void> | undefined;
    lines.on('line', (line) => {
      waiting.push(line);
      taking ??= takeAll().finally(() => (taking = undefined));
    });
    lines.on('SIGINT', () => {
      waiting.length = 0;
      if (running) return running.abort();
      text = '';
      output.write('^C\n');
      // Clears the line that is being edited.
      lines.write(null, { ctrl: true, name: 'u' });
      ask();
    });
    lines.on('close', () => {
      running?.abort();
      if (isTerminal) output.write('\n');
      resolve();
    });
    ask();
  });
}

/** Completes the last word of the line, in any case. */
export function completions(line: string, words: readonly string[]): [string[], string] {
  const [word = ''] = /[\w.]*$/.exec(line) ?? [];
  if (word === '') return [[], word];
  const isUpper = word === word.toUpperCase() && /[A-Z]/.test(word);
  const found = words.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  return [found.map((one) => (isUpper && !one.includes('_') ? one.toUpperCase() : one)), word];
}
