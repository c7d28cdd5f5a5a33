import { Argument, type Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareCompletion(program: Command): void {
  const completion = program
    .command('completion')
    .summary('Print a completion script for a shell')
    .description('Prints a script that completes the commands, options and values of this version.')
    .addArgument(new Argument('<shell>', 'The shell').choices(['bash', 'zsh', 'fish']))
    .action(
      runs(async () => {
        const { printsCompletion } = await import('./completion.run.js');
        return { run: printsCompletion(program) };
      }),
    );
  examples(completion, [
    ['source <(casparian completion bash)', 'In ~/.bashrc (for zsh: the same with zsh, in ~/.zshrc)'],
    ['casparian completion fish | source', 'In ~/.config/fish/config.fish'],
  ]);
}
