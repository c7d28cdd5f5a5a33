import { Argument, type Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareCompletion(program: Command): void {
  const completion = program
    .command('completion')
    .summary('Let a shell complete commands and options')
    .description('Prints a script for a shell: commands, options and their values, as this version has them.')
    .addArgument(new Argument('<shell>', 'The shell').choices(['bash', 'zsh', 'fish']))
    .action(
      runs(async () => {
        const { printsCompletion } = await import('./completion.run.js');
        return { run: printsCompletion(program) };
      }),
    );
  examples(completion, [
    ['source <(casparian completion bash)', 'In ~/.bashrc; for zsh the same, in ~/.zshrc'],
    ['casparian completion fish | source', 'In ~/.config/fish/config.fish'],
  ]);
}
