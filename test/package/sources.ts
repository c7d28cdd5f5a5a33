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
export const CONSUMER = `import { createClient } from 'casparian/client';
import { createWorker, defineJob, type JobRecord, openEngine } from 'casparian/engine';
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
const client = createClient({ url: 'http://127.0.0.1:9', retries: 0 });
const { code }: { readonly code: string } = await client.get('/v1/jobs/{id}', { params: { id } }).then(
  (found) => ({ code: found.status satisfies JobRecord['status'] }),
  (error: { readonly code: string }) => error,
);
console.log(job.status, job.result, command.join(' '), ok, code);
await worker.stop();
await engine.close();
`;

/** A program for browsers, with their types and no others. Each line with \`@ts-expect-error\` must not compile. */
export const BROWSER_CONSUMER = `import { CasparianApiError, createClient, type Schemas } from 'casparian/client';

const client = createClient({ url: location.origin });
const show = (job: Schemas['Job'] | undefined): void => void (document.title = job?.type ?? '');

export async function main(file: File, signal: AbortSignal): Promise<void> {
  try {
    for await (const job of client.items('/v1/jobs', { query: { status: ['failed'], limit: 5 }, signal })) show(job);
    for await (const job of client.lines('/v1/jobs')) show(job);
    const { id } = await client.post('/v1/jobs', { body: { type: 'noop' } });
    const { data, etag } = await client.send('get', '/v1/jobs/{id}', { params: { id } });
    const uploaded: number = (await client.post('/v1/files', { query: { name: 'a' }, body: file })).jobs_created;
    const image: Uint8Array = await client.get('/v1/passport-versions/{id}/qr.png', { params: { id } });
    for await (const { event, data: changed } of client.events({ signal })) console.log(event, changed.resources);
    console.log(data.payload, etag, uploaded, image);
  } catch (error) {
    if (error instanceof CasparianApiError) console.log(error.code, error.status, error.what, error.why, error.next);
  }
  // @ts-expect-error: there is no such path.
  await client.get('/v1/nothing');
  // @ts-expect-error: the path needs an id.
  await client.get('/v1/jobs/{id}');
  // @ts-expect-error: a job needs a type.
  await client.post('/v1/jobs', { body: {} });
  // @ts-expect-error: a job cannot be replaced.
  await client.put('/v1/jobs', { body: { type: 'noop' } });
  // @ts-expect-error: an upload needs a name.
  await client.post('/v1/files', { body: file });
  // @ts-expect-error: a job is not a list.
  client.items('/v1/jobs/{id}', { params: { id: '' } });
  // @ts-expect-error: a stream has no end.
  await client.get('/v1/events/stream');
}
`;
