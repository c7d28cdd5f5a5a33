import type { Command } from 'commander';
import { CasparianError } from '../platform/index.js';
import { exitWhenInterrupted } from './interruption.js';
import { isSharedOption, type SharedOptions } from './options/shared.js';
import { createOutput, type Output } from './output/output.js';

/** One call of one command: the user's input and the output. */
export interface Invocation<Options = unknown> {
  readonly args: readonly string[];
  readonly options: Options & SharedOptions;
  readonly output: Output;
}

/** Runs a command. */
export type Run<Options> = (invocation: Invocation<Options>) => Promise<void>;

/** The action of a command. Its code is loaded when the command is called. */
export function runs<Options>(
  load: () => Promise<{ run: Run<Options> }>,
  { ownsSignals = false }: { ownsSignals?: boolean | ((options: Options) => boolean) } = {},
): (...received: unknown[]) => Promise<void> {
  return async (...received) => {
    const command = received.at(-1) as Command;
    const options = optionsOf<Options>(command);
    const output = createOutput(options.json === true);
    const { run } = await load();
    const args = command.processedArgs.filter((arg) => arg !== undefined) as string[];
    const minds = typeof ownsSignals === 'boolean' ? ownsSignals : ownsSignals(options);
    const disposeOfInterrupts = minds ? undefined : exitWhenInterrupted(output);
    try {
      await run({ args, options, output });
    } finally {
      disposeOfInterrupts?.();
    }
  };
}

/** The command's own options, and the shared ones from any position on the line; the nearest one wins. */
function optionsOf<Options>(command: Command): Options & SharedOptions {
  const own = command.opts<Options & SharedOptions>();
  if (!command.parent) return own;
  const inherited = optionsOf<Record<string, unknown>>(command.parent);
  const strays = Object.keys(inherited).filter((name) => !isSharedOption(name));
  if (strays.length > 0) throw misplaced(command, strays);
  return { ...inherited, ...own };
}

/** `jobs --tenant a prune`: ignoring the filter would delete more than was asked for. */
function misplaced(command: Command, names: readonly string[]): CasparianError {
  const flags = names.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  return new CasparianError('USAGE', `${flags.join(', ')} must come after '${command.name()}'`, {
    why: 'Before the command name, the option would have no effect.',
    next: [`Move the option behind '${command.name()}'.`],
  });
}
