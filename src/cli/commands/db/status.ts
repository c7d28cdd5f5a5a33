import { databaseLocation } from '../../../app/index.js';
import { databaseStatusJson } from '../../../operations/database/database-json.js';
import { databaseStatus, type DatabaseStatus } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import type { Output } from '../../output/output.js';
import { renderProperties } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import { settingsOf } from '../../settings.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const status = await databaseStatus(databaseLocation(await settingsOf(invocation)));
  if (output.asJson) output.json(databaseStatusJson(status));
  else printStatus(status, output);
}

function printStatus({ dialect, address, schema, sizeBytes, contents }: DatabaseStatus, output: Output): void {
  const named = (list: typeof schema.applied): string =>
    list.map(({ module, number, name }) => `${module}/${number} ${name}`).join('\n');
  output.print(
    renderProperties([
      ['database', address],
      ['dialect', dialect],
      ['size', formatBytes(sizeBytes)],
      ['schema', schema.state],
      ['applied', named(schema.applied) || 'none'],
      ...(schema.pending.length > 0 ? [['pending', named(schema.pending)] as const] : []),
      ...(contents ? contentsProperties(contents) : []),
    ]),
  );
  if (schema.state === 'outdated') output.message('Migrate the schema: casparian db migrate');
  if (schema.state === 'newer')
    output.message('A newer version of casparian migrated this database; this version cannot use it.');
}

function contentsProperties({
  jobs,
  workers,
  pipeline,
  passports,
  collect,
}: NonNullable<DatabaseStatus['contents']>): (readonly [string, string])[] {
  const now = Date.now();
  const alive = workers.map(
    ({ id, concurrency, startedAt }) => `${id} (${concurrency} at once, up ${relativeTime(startedAt, now)})`,
  );
  const width = Math.max(...Object.values(jobs).map((count) => String(count).length));
  const counts = Object.entries(jobs).map(([status, count]) => `${String(count).padStart(width)} ${status}`);
  return [
    ['jobs', counts.join('\n')],
    ['workers', alive.join('\n') || 'none'],
    ['parsers', String(pipeline.parsers)],
    ['files', String(pipeline.files)],
    ['outputs', String(pipeline.outputs)],
    ['quarantine', `${pipeline.quarantined} ${pipeline.quarantined === 1 ? 'row' : 'rows'}`],
    ['passports', `${passports.passports} (${passports.active} active, ${passports.versions} versions)`],
    ['documents', String(passports.documents)],
    ['facts', String(passports.facts)],
    ['sources', String(collect.sources)],
    ['intakes', `${collect.intakes} (${collect.valuations} valued)`],
    ['price points', String(collect.price_points)],
  ];
}
