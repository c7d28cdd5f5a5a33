// Runs the command lines that `casparian.sh` sends, one after the other: starting the CLI takes twenty times as long as
// most of its commands. Argument: the folder with their pipes.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { overheard } from '../../cli/fixtures/overheard.mjs';

const [folder] = process.argv.slice(2);
const words = async (name) => (await readFile(join(folder, name), 'utf8')).split('\0').slice(0, -1);

for (;;) {
  // A named pipe: a read blocks until there is a writer.
  await readFile(join(folder, 'request'));
  process.env = Object.fromEntries((await words('environment')).map((line) => line.split(/=(.*)/s).slice(0, 2)));
  process.chdir(process.env.PWD);
  const { code, pieces } = await overheard(await words('arguments'));
  const said = pieces.map(({ stream, text }) => `printf %s '${text.replaceAll("'", String.raw`'\''`)}' >&${stream}\n`);
  await writeFile(join(folder, 'said'), said.join(''));
  await writeFile(join(folder, 'answer'), `${code}\n`);
}
