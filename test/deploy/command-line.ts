import { createProgram, everyCommand } from '../../src/cli/program.js';

/** Parses a command line like the program, without running it: an unknown command, option or invalid value throws. */
export async function readCommandLine(args: readonly string[]): Promise<void> {
  const { program } = createProgram();
  const understood: string[] = [];
  for (const command of everyCommand(program)) {
    if (command.commands.length === 0) command.action(() => void understood.push(command.name()));
  }
  await program.parseAsync(args, { from: 'user' });
  if (understood.length === 0) throw new Error(`casparian ${args.join(' ')} names no command`);
}
