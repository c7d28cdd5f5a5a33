import { styleText } from 'node:util';
import { exactJson } from '../../platform/index.js';
import { withHintText } from './hint-text.js';
import { USUAL_COLUMNS } from './text-width.js';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** The output of a command: data goes to stdout, messages to stderr. */
export interface Output {
  /** Whether --json was given. */
  readonly asJson: boolean;
  /** Columns of the terminal; unlimited if stdout is not a terminal. */
  readonly width: number;
  /** Text for people, on stdout. */
  print(text: string): void;
  /** One JSON document on stdout: indented for a terminal, on one line for a program. */
  json(value: unknown): void;
  /** One line of a stream of JSON documents. */
  jsonLine(value: unknown): void;
  /** A message for people, on stderr. Suppressed with --json, where only data and failures are printed. */
  message(text: string): void;
  /** A message on stderr that users of --json need too: that a list was cut. */
  warning(text: string): void;
  /** Colours the text if stdout is a terminal with colours. */
  paint(style: Style, text: string): string;
}

export function createOutput(asJson: boolean): Output {
  const { stdout, stderr } = process;
  // hasColors respects NO_COLOR, FORCE_COLOR and dumb terminals.
  const colour = stdout.isTTY && stdout.hasColors();
  return {
    asJson,
    width: stdout.isTTY ? stdout.columns || USUAL_COLUMNS : Infinity,
    print: (text) => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${exactJson(withHintText(value), stdout.isTTY ? 2 : 0)}\n`),
    jsonLine: (value) => void stdout.write(`${exactJson(withHintText(value))}\n`),
    message: (text) => {
      if (!asJson) stderr.write(`${text}\n`);
    },
    warning: (text) => void stderr.write(`${text}\n`),
    paint: (style, text) => (colour ? styleText(style, text) : text),
  };
}
