import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { casparian } from '../casparian/command.mjs';

/** The amounts of issue 21, and one at which the start of the command no longer counts. */
const AMOUNTS = { twenty: 20, 'two-hundred': 200 };

/** The same parser in three languages: it returns the words of a file. */
const PARSERS = {
  'parser.py': `class Parser:
    name = 'words'
    version = '1.0.0'
    topics = ['words']
    outputs = {'word': 'string!'}

    def parse(self, ctx):
        return [{'word': word} for word in open(ctx.input_path).read().split()]
`,
  'parser.mjs': nodeParser('ctx'),
  'parser.ts': nodeParser('ctx: { inputPath: string }'),
};

function nodeParser(parameter) {
  return `import { readFileSync } from 'node:fs';

export class Parser {
  name = 'words';
  version = '1.0.0';
  topics = ['words'];
  outputs = { word: 'string!' };
  parse(${parameter}) {
    return readFileSync(ctx.inputPath, 'utf8').split(/\\s+/).filter(Boolean).map((word) => ({ word }));
  }
}
`;
}

const LANGUAGES = [
  ['python', 'parser.py', 'Python'],
  ['mjs', 'parser.mjs', 'JavaScript'],
  ['ts', 'parser.ts', 'TypeScript'],
];

export const languageCases = Object.entries(AMOUNTS).flatMap(([amount, files]) =>
  LANGUAGES.map(([id, file, language]) => ({
    id: `${amount}-${id}`,
    group: `languages-${amount}`,
    label: `casparian process, SQLite, ${language}`,
    store: 'sqlite',
    measure: (bench) =>
      bench.places.inCopy(
        `${amount}-${id}`,
        'sqlite',
        (place) => registerAndScan(place, { file, files }, bench),
        async (place) => {
          const { answer, ...run } = await casparian(['process', '--python', bench.python], place, bench.signal);
          if (answer.completed !== files) throw new Error(`${answer.completed} of ${files} files were processed`);
          return run;
        },
      ),
  })),
);

async function registerAndScan(place, { file, files }, { signal, python }) {
  const [parser, inputs] = ['parser', 'inputs'].map((name) => join(place.directory, `${name}-${place.name}`));
  mkdirSync(parser);
  mkdirSync(inputs);
  writeFileSync(join(parser, file), PARSERS[file]);
  for (let number = 1; number <= files; number++) writeFileSync(join(inputs, `${number}.txt`), `word${number}\n`);
  await casparian(['parser', 'register', join(parser, file), '--python', python], place, signal);
  const scan = await casparian(['scan', inputs, '--tag', 'words'], place, signal);
  if (scan.answer.jobs_created !== files) throw new Error(`${scan.answer.jobs_created} of ${files} jobs were created`);
}
