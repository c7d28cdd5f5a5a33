import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { tagsOf } from '../files/tags.js';
import type { FilesTable, PipelineSchema } from '../schema/tables.js';
import { type FileParse, parsesOfFiles } from './parses-of-files.js';
import { listRules } from './rules.js';
import { pathMatcher, type TopicsOfFile, topicsByRules } from './topics-of-file.js';

export const FILE_STATUSES = ['new', 'pending', 'processed', 'failed', 'missing'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export interface FileFilter {
  readonly tag?: string | undefined;
  /** A tag, or the topic of a rule. */
  readonly topic?: string | undefined;
  readonly parser?: string | undefined;
  readonly status?: FileStatus | undefined;
  /** Matches the name, or with a slash the end of the path. */
  readonly path?: string | undefined;
  /** Whose current rows are in this dataset or output. */
  readonly output?: string | undefined;
  readonly limit: number;
  /** The path of the last file of the page before. */
  readonly after?: string | undefined;
}

export interface ListedFile extends Omit<FilesTable, 'tenant' | 'tags' | 'planned_revision'> {
  readonly tags: readonly string[];
  readonly topics: readonly string[];
  readonly parses: readonly FileParse[];
  readonly status: FileStatus;
}

const PAGE = 1_000;

/**
 * Sorted by path. Patterns and rules are matched in this process, so the table is read in pages until enough files
 * match.
 */
export async function listFiles(database: TenantExecutor, filter: FileFilter): Promise<ListedFile[]> {
  const topicsOfFile = topicsByRules(await listRules(database));
  const isWanted = matcherOf(filter);
  const found: ListedFile[] = [];
  let last = filter.after ?? '';
  while (found.length < filter.limit) {
    const page = await pageAfter(database, last, filter.output);
    found.push(...(await describeFiles(database, page, topicsOfFile)).filter(isWanted));
    if (page.length < PAGE) break;
    last = page.at(-1)?.path ?? '';
  }
  return found.slice(0, filter.limit);
}

async function pageAfter(database: TenantExecutor, path: string, output?: string): Promise<FilesTable[]> {
  const builder = queryBuilder<PipelineSchema>(database);
  const written = builder
    .selectFrom('cf_outputs')
    .select('file_id')
    .where('cf_outputs.tenant', '=', database.tenant)
    .where('output', '=', output ?? '')
    .where('superseded_at', 'is', null);
  return builder
    .selectFrom('cf_files')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('path', '>', path)
    .$if(output !== undefined, (query) => query.where('id', 'in', written))
    .orderBy('path')
    .limit(PAGE)
    .execute();
}

export async function describeFiles(
  database: TenantExecutor,
  files: readonly FilesTable[],
  topicsOfFile?: TopicsOfFile,
): Promise<ListedFile[]> {
  const parses = await parsesOfFiles(database, files);
  const topics = topicsOfFile ?? topicsByRules(await listRules(database));
  return files.map((file) => {
    const { tenant: _tenant, tags, planned_revision: _revision, ...rest } = file;
    const own = parses.get(file.id) ?? [];
    return { ...rest, tags: tagsOf(tags), topics: topics(file), parses: own, status: statusOf(file, own) };
  });
}

/** The status that needs most attention. */
function statusOf({ missing_at }: FilesTable, parses: readonly FileParse[]): FileStatus {
  if (missing_at !== null) return 'missing';
  if (parses.length === 0) return 'new';
  if (parses.some(({ status }) => status === 'failed')) return 'failed';
  return parses.some(({ status }) => status === 'pending') ? 'pending' : 'processed';
}

function matcherOf({ tag, topic, parser, status, path }: FileFilter): (file: ListedFile) => boolean {
  const isPath = path === undefined ? undefined : pathMatcher(path);
  return (file) =>
    (tag === undefined || file.tags.includes(tag)) &&
    (topic === undefined || file.topics.includes(topic)) &&
    (parser === undefined || file.parses.some((one) => one.parser === parser)) &&
    (status === undefined || file.status === status) &&
    (isPath === undefined || isPath(file.path));
}
