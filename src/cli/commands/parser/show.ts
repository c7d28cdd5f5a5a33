import { writeFile } from 'node:fs/promises';
import { showParser } from '../../../operations/index.js';
import { archiveOf, type RegisteredParser } from '../../../pipeline/index.js';
import { parserDetailJson } from '../../../pipeline/registry/parser-json.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { renderProperties } from '../../output/table.js';
import { fullTime, relativeTime } from '../../output/time.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface ShowOptions {
  version?: string;
  bundle?: string;
}

export async function run(invocation: Invocation<ShowOptions & TenantOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  const { parser, topics, versions } = await withTenant(invocation, async ({ database }) => {
    const details = await showParser(database, name, options.version);
    if (options.bundle !== undefined) await writeBundle(options.bundle, await archiveOf(database, details.parser.id));
    return details;
  });
  if (output.asJson) return output.json(parserDetailJson(parser, topics, versions));
  const now = Date.now();
  output.print(
    renderProperties([
      ['Parser', `${parser.name} v${parser.version}`],
      [
        'Entrypoint',
        `${parser.entrypoint} (${parser.language}, ${parser.files} ${parser.files === 1 ? 'file' : 'files'})`,
      ],
      ['Topics', topics.join(', ') || `none; add one: casparian parser topics ${parser.name} add TOPIC`],
      ['Outputs', outputsText(parser.outputs)],
      ['Packages', parser.imports.join(', ') || 'none'],
      ['Source', parser.sourceHash],
      ['Lockfile', parser.lockfileHash ?? 'none'],
      ['Registered', fullTime(parser.registeredAt, now)],
      ['Versions', versions.map((version) => versionText(version, now)).join('\n')],
    ]),
  );
}

async function writeBundle(path: string, archive: Buffer): Promise<void> {
  try {
    await writeFile(path, archive);
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${path}' cannot be written`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

/** `name: type`, one line each, as the parser declares them. */
function outputsText(outputs: unknown, indent = ''): string {
  if (outputs === null) return 'known only at run time';
  const entries = Object.entries(outputs as Record<string, unknown>);
  if (entries.length === 0) return 'inferred from the data';
  return entries
    .map(([name, value]) => `${indent}${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

function versionText({ version, registeredAt, retiredAt }: RegisteredParser, now: number): string {
  const state = retiredAt === null ? '' : `, unregistered ${relativeTime(retiredAt, now)}`;
  return `${version} (registered ${relativeTime(registeredAt, now)}${state})`;
}
