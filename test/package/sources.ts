/** A parser that uses only the package: one of two rows is bad. */
export const TYPESCRIPT_PARSER = `import { readFileSync } from 'node:fs';

interface City {
  name: string;
  people: string;
}

export class Parser {
  name = 'cities';
  version = '1.0.0';
  outputs = { name: 'string!', people: 'int!' };

  *parse({ inputPath }: { inputPath: string }): Generator<City> {
    for (const line of readFileSync(inputPath, 'utf8').trim().split('\\n').slice(1)) {
      const [name = '', people = ''] = line.split(',');
      yield { name, people };
    }
  }
}
`;

export const PYTHON_PARSER = `import csv


class Parser:
    name = 'towns'
    version = '1.0.0'
    outputs = {'name': 'string!', 'people': 'int!'}

    def parse(self, ctx):
        with open(ctx.input_path) as lines:
            yield from csv.DictReader(lines)
`;

/** Uses all entry points with their types: a result that is not a number would not compile. */
export const CONSUMER = `import { createWorker, defineJob, type JobRecord, openEngine } from 'casparian/engine';
import { parseFacts } from 'casparian/passport';
import { readRunSpec } from 'casparian/tasks';

const answer = defineJob({ type: 'answer', run: () => 42 });
const engine = await openEngine({ database: 'sqlite:./jobs.db', migrate: true });
const { spec } = readRunSpec({ command: ['true'] });
const command: readonly string[] = spec.command;
const { ok }: { readonly ok: boolean } = parseFacts({ kind: 'BOM', mimeType: 'text/csv', content: Buffer.from('sku\\nA\\n') });
let ended = (): void => undefined;
const end = new Promise<void>((resolve) => (ended = resolve));
const worker = createWorker(engine, { jobs: [answer], observer: { ended } });
await worker.start();
const { id } = await engine.enqueue(answer, {});
await end;
const job: JobRecord = await engine.job(id);
console.log(job.status, job.result, command.join(' '), ok);
await worker.stop();
await engine.close();
`;
