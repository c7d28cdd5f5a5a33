import { CasparianError, cjsonText, errorMessage, parseExactJson } from '../../platform/index.js';
import { readTreeHead } from '../tree/read-head.js';
import type { SignedTreeHead } from '../tree/tree-head.js';
import { EXPORT_FORMAT } from './export-lines.js';
import type { EventSource, StoredEvent } from './event-source.js';
import { fileLines } from './file-lines.js';

type Members = Readonly<Record<string, unknown>>;

const EVENTS_PER_PAGE = 1_000;

/** The log of a tenant in a file that `exportEvents` wrote. Needs no database. */
export async function openExport(path: string): Promise<EventSource> {
  const reader = new ExportReader(path);
  const heading = await reader.next();
  if (heading.members['format'] !== EXPORT_FORMAT) {
    throw invalid(path, 1, `It does not begin with the heading of an export (${EXPORT_FORMAT}).`);
  }
  const heads: SignedTreeHead[] = [];
  let line = await reader.next();
  for (; line.members['record'] === 'tree_head'; line = await reader.next()) {
    heads.push(readTreeHead(line.members, `${path}, line ${line.number}`));
  }
  return {
    tenant: String(heading.members['tenant']),
    isComplete: heading.members['complete'] !== false,
    heads: () => Promise.resolve(heads),
    pages: () => pages(path, line, reader),
  };
}

interface Line {
  readonly number: number;
  readonly members: Members;
}

/** Reads line by line, and waits only where the file is read: a promise for each line would take as long as its hashes. */
class ExportReader {
  private number = 0;
  private lines: readonly string[] = [];
  private at = 0;
  private readonly path: string;
  private readonly file: AsyncGenerator<readonly string[], undefined>;

  constructor(path: string) {
    this.path = path;
    this.file = fileLines(path);
  }

  /** The next line, if it has been read from the file already. */
  ready(): Line | undefined {
    const text = this.lines[this.at];
    if (text === undefined) return undefined;
    this.at++;
    this.number++;
    return { number: this.number, members: parsed(this.path, this.number, text) };
  }

  async next(): Promise<Line> {
    for (;;) {
      const line = this.ready();
      if (line !== undefined) return line;
      const lines = await this.read();
      if (lines === undefined) throw invalid(this.path, 1, 'The file ends too early.');
      this.lines = lines;
      this.at = 0;
    }
  }

  async close(): Promise<void> {
    await this.file.return(undefined);
  }

  private async read(): Promise<readonly string[] | undefined> {
    try {
      return (await this.file.next()).value;
    } catch (error) {
      throw new CasparianError('EVENTS_FILE_INVALID', `${this.path} cannot be read`, {
        why: errorMessage(error),
        cause: error,
      });
    }
  }
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

async function* pages(path: string, first: Line, reader: ExportReader): AsyncGenerator<StoredEvent[]> {
  let page: StoredEvent[] = [];
  let events = 0;
  for (let line = first; ; line = reader.ready() ?? (await reader.next())) {
    const { number, members } = line;
    if (members['record'] === 'end') {
      if (members['events'] !== events)
        throw invalid(path, number, `It names ${String(members['events'])} events; ${events} are there.`);
      if (page.length > 0) yield page;
      await reader.close();
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
