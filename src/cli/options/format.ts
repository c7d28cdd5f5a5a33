import { Option } from 'commander';

/** JSON lines have two names. */
const SAME = new Map([
  ['ndjson', 'jsonl'],
  ['jsonl', 'ndjson'],
]);

/** An option with the name of a format. Both names of JSON lines are accepted; the command sees the one among its choices. */
export function formatOption(flags: string, description: string, choices: readonly string[]): Option {
  const option = new Option(flags, description);
  const other = choices.flatMap((choice) => SAME.get(choice) ?? []);
  option.choices([...choices, ...other]);
  const { parseArg } = option;
  return option.argParser((value, previous) => {
    // Refuses other words.
    parseArg?.(value, previous);
    return choices.includes(value) ? value : SAME.get(value);
  });
}
