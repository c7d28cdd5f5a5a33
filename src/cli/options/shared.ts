import { type Command, Option } from 'commander';

/** Options that every command takes. */
export interface SharedOptions {
  home?: string;
  db?: string;
  json?: boolean;
}

export const SHARED_HEADING = 'Global options:';
const NAMES = new Set<string>(['home', 'db', 'json'] satisfies (keyof SharedOptions)[]);

export function addSharedOptions(command: Command): void {
  command
    .addOption(new Option('--home <dir>', 'Home folder (~/.casparian_flow)').helpGroup(SHARED_HEADING))
    .addOption(new Option('--db <url>', 'Database: postgres://… or sqlite:/path/file.db').helpGroup(SHARED_HEADING))
    .addOption(new Option('--json', 'Print JSON on stdout, including errors').helpGroup(SHARED_HEADING))
    .addHelpOption(new Option('-h, --help', 'Show this help').helpGroup(SHARED_HEADING));
}

export function isSharedOption(name: string): boolean {
  return NAMES.has(name);
}
