import type { Command } from 'commander';
import { bashScript } from '../completion/bash.js';
import { placesOf } from '../completion/commands.js';
import { fishScript } from '../completion/fish.js';
import { zshScript } from '../completion/zsh.js';
import type { Run } from '../invocation.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function printsCompletion(program: Command): Run<unknown> {
  return async ({ args, output }) => {
    const shell = args[0] as keyof typeof SCRIPTS;
    const script = SCRIPTS[shell](placesOf(program));
    if (output.asJson) output.json({ shell, script });
    else output.print(script.trimEnd());
  };
}
