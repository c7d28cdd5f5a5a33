// Runs the command lines that the program `casparian` beside it hands over, one after the other: starting the CLI takes
// twenty times as long as most of its commands. Arguments: the folder in which they meet.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { overheard } from '../../cli/fixtures/overheard.mjs';

const [folder] = process.argv.slice(2);
const words = async (name) => (await readFile(join(folder, name), 'utf8')).split('\0').slice(0, -1);

for (;;) {
  // A pipe: whoever reads it waits until somebody writes.
  await readFile(join(folder, 'request'));
  process.env = Object.fromEntries((await words('environment')).map((line) => line.split(/=(.*)/s).slice(0, 2)));
  process.chdir(process.env.PWD);
  const { code, pieces } = await overheard(await words('arguments'));
  const said = pieces.map(({ stream, text }) => `printf %s '${text.replaceAll("'", String.raw`'\''`)}' >&${stream}\n`);
  await writeFile(join(folder, 'said'), said.join(''));
  await writeFile(join(folder, 'answer'), `${code}\n`);
}
