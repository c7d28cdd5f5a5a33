import { styleText } from 'node:util';
import { exactJson } from '../../platform/index.js';
import { withHintText } from './hint-text.js';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** The two ways out of a command: data goes to stdout, talk to stderr. */
export interface Output {
  /** Whether the user asked for JSON. */
  readonly asJson: boolean;
  /** Columns of the terminal, or as many as anything needs when stdout is not one. */
  readonly width: number;
  /** Text for people, on stdout. */
  print(text: string): void;
  /** One JSON document on stdout: indented for a terminal, on one line for a program. */
  json(value: unknown): void;
  /** One line of a stream of JSON documents. */
  jsonLine(value: unknown): void;
  /** Words about what happens, on stderr. Left out with --json, where only data and failures matter. */
  talk(text: string): void;
  /** Colours the text if stdout is a terminal that wants colours. */
  paint(style: Style, text: string): string;
}

export function createOutput(asJson: boolean): Output {
  const { stdout, stderr } = process;
  // hasColors knows NO_COLOR, FORCE_COLOR and dumb terminals.
  const colour = stdout.isTTY && stdout.hasColors();
  return {
    asJson,
    width: stdout.isTTY ? stdout.columns : Infinity,
    print: (text) => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${exactJson(withHintText(value), stdout.isTTY ? 2 : 0)}\n`),
    jsonLine: (value) => void stdout.write(`${exactJson(withHintText(value))}\n`),
    talk: (text) => {
      if (!asJson) stderr.write(`${text}\n`);
    },
    paint: (style, text) => (colour ? styleText(style, text) : text),
  };
}
