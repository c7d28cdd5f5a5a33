import type { Command } from 'commander';

/** The words that call a command: `casparian task submit`. */
export function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}
