// Registers many small parsers with the commands of the built CLI, all in this process.
// node register-many.mjs FOLDER COUNT [options of every command]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../../dist/cli/run.js';
import { parserSource } from '../cases/registry.mjs';

const [folder, count, ...flags] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);
let registered = 0;

process.stdout.write = () => true;
for (let number = 1; number <= Number(count); number++) {
  const path = join(folder, `parser_${number}.py`);
  writeFileSync(path, parserSource(`parser_${number}`));
  if ((await runCli(['parser', 'register', path, '--skip-validation', ...flags, '--json'])) === 0) registered++;
}
write(JSON.stringify({ registered }));
