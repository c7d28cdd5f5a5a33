import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CasparianError, cjsonText, errorMessage, parseExactJson } from '../../platform/index.js';
import { readTreeHead } from '../tree/read-head.js';
import type { SignedTreeHead } from '../tree/tree-head.js';
import { EXPORT_FORMAT } from './export-lines.js';
import type { EventSource, StoredEvent } from './event-source.js';

type Members = Readonly<Record<string, unknown>>;

const EVENTS_PER_PAGE = 1_000;

/** The log of a tenant in a file that `exportEvents` wrote. Needs no database. */
export async function openExport(path: string): Promise<EventSource> {
  const lines = linesOf(path);
  const heading = await nextLine(path, lines);
  if (heading.members['format'] !== EXPORT_FORMAT) {
    throw invalid(path, 1, `It does not begin with the heading of an export (${EXPORT_FORMAT}).`);
  }
  const heads: SignedTreeHead[] = [];
  let line = await nextLine(path, lines);
  for (; line.members['record'] === 'tree_head'; line = await nextLine(path, lines)) {
    heads.push(readTreeHead(line.members, `${path}, line ${line.number}`));
  }
  return {
    tenant: String(heading.members['tenant']),
    isComplete: heading.members['complete'] !== false,
    heads: () => Promise.resolve(heads),
    pages: () => pages(path, line, lines),
  };
}

interface Line {
  readonly number: number;
  readonly members: Members;
}

async function* linesOf(path: string): AsyncGenerator<Line, undefined> {
  const stream = createReadStream(path);
  let number = 0;
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
      number++;
      yield { number, members: parsed(path, number, text) };
    }
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw new CasparianError('EVENTS_FILE_INVALID', `${path} cannot be read`, {
      why: errorMessage(error),
      cause: error,
    });
  } finally {
    stream.destroy();
  }
  return undefined;
}

function parsed(path: string, number: number, text: string): Members {
  try {
    const value = parseExactJson(text);
    if (typeof value === 'object' && value !== null) return value as Members;
  } catch (error) {
    throw invalid(path, number, errorMessage(error));
  }
  throw invalid(path, number, 'It is not an object.');
}

async function nextLine(path: string, lines: AsyncGenerator<Line, undefined>): Promise<Line> {
  const { value } = await lines.next();
  if (value === undefined) throw invalid(path, 1, 'The file ends too early.');
  return value;
}

async function* pages(
  path: string,
  first: Line,
  lines: AsyncGenerator<Line, undefined>,
): AsyncGenerator<StoredEvent[]> {
  let page: StoredEvent[] = [];
  let events = 0;
  for (let line = first; ; line = await nextLine(path, lines)) {
    const { number, members } = line;
    if (members['record'] === 'end') {
      if (members['events'] !== events)
        throw invalid(path, number, `It names ${String(members['events'])} events; ${events} are there.`);
      if (page.length > 0) yield page;
      await lines.return(undefined);
      return;
    }
    page.push(storedEvent(path, line));
    events++;
    if (page.length < EVENTS_PER_PAGE) continue;
    yield page;
    page = [];
  }
}

function storedEvent(path: string, { number, members }: Line): StoredEvent {
  if (members['record'] !== 'event') throw invalid(path, number, 'It is not an event.');
  const text = (name: string): string => {
    const value = members[name];
    if (typeof value !== 'string') throw invalid(path, number, `${name} is not a text.`);
    return value;
  };
  const textOrNull = (name: string): string | null => (members[name] === null ? null : text(name));
  const whole = (name: string): number => {
    const value = members[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw invalid(path, number, `${name} is not a whole number.`);
    return value;
  };
  return {
    eventId: text('event_id'),
    tenant: text('tenant'),
    aggregateType: text('aggregate_type'),
    aggregateId: text('aggregate_id'),
    aggregateVersion: whole('aggregate_version'),
    eventType: text('event_type'),
    occurredAt: text('occurred_at'),
    actor: textOrNull('actor'),
    payload: canonical(path, number, members['payload']),
    payloadHash: text('payload_hash'),
    prevEventHash: textOrNull('prev_event_hash'),
    eventHash: text('event_hash'),
    leafIndex: members['leaf_index'] === null ? null : whole('leaf_index'),
  };
}

function canonical(path: string, number: number, payload: unknown): string {
  try {
    return cjsonText(payload);
  } catch (error) {
    throw invalid(path, number, `The payload has no canonical form: ${errorMessage(error)}`);
  }
}

function invalid(path: string, number: number, why: string): CasparianError {
  return new CasparianError('EVENTS_FILE_INVALID', `${path} is not a complete export of events (line ${number})`, {
    why,
  });
}
