import type { Command } from 'commander';

/** Options of commands that run registered parsers. Each is a setting with the same name. */
export function addRuntimeOptions(command: Command): Command {
  return command
    .option('--python <path>', 'Python for all parsers, instead of the environments from their lockfiles')
    .option('--offline', 'Never use the network to build an environment')
    .option('--vendor <dir>', 'Build environments from this folder, made by `casparian vendor`');
}
