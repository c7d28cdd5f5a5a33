import { resolve } from 'node:path';
import { type ParserIdentity, runParserOnInputs } from '../../../parse/index.js';
import {
  findInterpreter,
  findParser,
  type Interpreter,
  type ParserFile,
  type Sandbox,
  sandboxPython,
} from '../../../bridge/index.js';
import { lazily } from '../../../platform/index.js';
import type { InputFile } from '../../../tables/index.js';
import { withInputs } from '../../inputs.js';
import { printable } from '../../output/printable.js';
import { quarantineLimits, reporting } from './reporting.js';
import type { RunInvocation } from './run-options.js';
import type { RunMessages } from './messages.js';

export async function runWithParser(invocation: RunInvocation, path: string, rest: readonly string[]): Promise<void> {
  const parser = await findParser(path);
  await withInputs(invocation, rest, (inputs) => runOn(invocation, parser, inputs));
}

async function runOn(invocation: RunInvocation, parser: ParserFile, inputs: readonly InputFile[]): Promise<void> {
  const { options, output } = invocation;
  const interpreter = await findInterpreter(parser, { python: options.python, env: process.env });
  output.message(interpreterLine(parser, interpreter));
  const sandbox = options.sandbox === true ? await fullSandbox() : undefined;
  await reporting(invocation, inputs, (messages, signal) => {
    const greet = createGreeting(parser, messages);
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
      // Only one parser at a time can read from the terminal.
      stdin: options.jobs === 1 ? 'inherit' : 'ignore',
      stdout: output.asJson ? 'stderr' : 'inherit',
      env: process.env,
      sandbox,
      signal,
      onInput: (input) => ({
        onProgress: messages.begin(input),
        onHello: greet,
        onLog: (level, text) => {
          if (level === 'debug') return;
          messages.message(`${level === 'info' ? '' : `${level}: `}${printable(text)}`);
        },
      }),
      onReport: messages.onReport,
    });
  });
}

/** `--sandbox` is for trying out what a worker allows, so an incomplete sandbox is an error. */
async function fullSandbox(): Promise<Sandbox> {
  const python = await sandboxPython({ env: process.env });
  return { isRequired: true, hasNetwork: false, read: [], python, onIncomplete: () => undefined };
}

function interpreterLine({ language }: ParserFile, { path, chosenBy }: Interpreter): string {
  return `${language === 'python' ? 'python' : 'node'}: ${path} (${chosenBy})`;
}

/** Once for all inputs. */
function createGreeting(parser: ParserFile, messages: RunMessages): (identity: ParserIdentity) => void {
  let greeted = false;
  return ({ api }) => {
    if (greeted) return;
    greeted = true;
    if (api === 'class') return;
    messages.message('⚠ Running in ad-hoc mode. This parser cannot be registered for production.');
    messages.message(`  To register, wrap in a Parser class: casparian scaffold ${printable(parser.given)}\n`);
  };
}
