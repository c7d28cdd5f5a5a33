import { CommanderError } from 'commander';
import { createOutput } from './output/output.js';
import { asCasparianError, printFailure, ReportedFailure } from './output/failure.js';
import { createProgram } from './program.js';
import { requireKnownCommands, usageError } from './usage-error.js';

/** Runs one command line and returns its exit code. */
export async function runCli(given: readonly string[]): Promise<number> {
  // `help task submit` is `task submit --help`: commander's own `help` supports one level only.
  const argv = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  // Completion lists all commands.
  const { program, helpOnStderr } = createProgram(argv[0] === 'completion' ? undefined : argv[0]);
  try {
    if (asksFor(argv, '--help', '-h')) requireKnownCommands(createProgram().program, argv);
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof ReportedFailure) return error.exitCode;
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // The options may be unreadable, so `--json` is searched for by hand.
    const output = createOutput(asksFor(argv, '--json'));
    const failure = error instanceof CommanderError ? usageError(error, program, argv) : asCasparianError(error);
    if (helpOnStderr() !== '') output.message(`${helpOnStderr()}\n`);
    printFailure(failure, output);
    return failure.exitCode;
  }
}

/** Words after `--` are for another program. */
function asksFor(argv: readonly string[], ...options: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => options.includes(word));
}
