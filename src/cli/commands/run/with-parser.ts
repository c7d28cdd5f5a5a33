import { resolve } from 'node:path';
import { expandInputs, type ParserIdentity, runParserOnInputs } from '../../../parse/index.js';
import { findInterpreter, findParser, type Interpreter, type ParserFile } from '../../../bridge/index.js';
import { lazily } from '../../../platform/index.js';
import { givenInputs } from '../../options/raw-arguments.js';
import { printable } from '../../output/printable.js';
import { quarantineLimits, reporting } from './reporting.js';
import type { RunInvocation } from './run-options.js';
import type { RunTalk } from './talk.js';

export async function runWithParser(invocation: RunInvocation, path: string, rest: readonly string[]): Promise<void> {
  const { options, output } = invocation;
  const parser = await findParser(path);
  const inputs = await expandInputs(givenInputs(rest));
  const interpreter = await findInterpreter(parser, { python: options.python, env: process.env });
  output.talk(interpreterLine(parser, interpreter));
  await reporting(invocation, inputs, (talk, signal) => {
    const greet = createGreeting(parser, talk);
    return runParserOnInputs({
      parser,
      interpreter,
      inputs,
      parallel: options.jobs,
      directory: resolve(options.out ?? '.'),
      format: options.format,
      limits: lazily(() => quarantineLimits(invocation)),
      timeoutMs: options.timeout,
      memoryLimitBytes: options.memory,
      // Only one parser can talk with the person at the terminal.
      stdin: options.jobs === 1 ? 'inherit' : 'ignore',
      stdout: output.asJson ? 'stderr' : 'inherit',
      env: process.env,
      signal,
      onInput: (input) => ({
        onProgress: talk.begin(input),
        onHello: greet,
        onLog: (level, text) => {
          if (level === 'debug') return;
          talk.talk(`${level === 'info' ? '' : `${level}: `}${printable(text)}`);
        },
      }),
      onReport: talk.onReport,
    });
  });
}

function interpreterLine({ language }: ParserFile, { path, chosenBy }: Interpreter): string {
  return `${language === 'python' ? 'python' : 'node'}: ${path} (${chosenBy})`;
}

/** Once for all inputs. */
function createGreeting(parser: ParserFile, talk: RunTalk): (identity: ParserIdentity) => void {
  let greeted = false;
  return ({ api }) => {
    if (greeted) return;
    greeted = true;
    if (api === 'class') return;
    talk.talk('⚠ Running in ad-hoc mode. This parser cannot be registered for production.');
    talk.talk(`  To register, wrap in a Parser class: casparian scaffold ${printable(parser.given)}\n`);
  };
}
