import type { RecordShape } from '../json-records/record-shape.js';
import { createScan, CUT, MALFORMED } from '../json-records/scan.js';
import { createSurvey, type Survey } from '../json-records/survey.js';
import { createDocumentWalk, type DocumentHandler, type DocumentWalk } from './document-walk.js';
import type { JsonLayout } from './layout.js';
import { memberAt, memberEnd } from './member.js';
import type { TakeRows } from '../text/read-text.js';

export interface DocumentSurvey {
  readonly shape: RecordShape;
  readonly layout: JsonLayout;
  /** The keys beside the list that holds the records. */
  readonly beside: readonly string[];
}

/** Goes through a document with what is given; called once or twice. */
export type GoThrough = (take: TakeRows) => Promise<void>;

/** What was taken for an object around a list of records is a record itself. */
class NotWrapped extends Error {}

/** Where the records of a document stand, and what they look like. */
export async function surveyDocument(fileName: string, goThrough: GoThrough): Promise<DocumentSurvey> {
  try {
    return await surveyLists(fileName, goThrough);
  } catch (error) {
    if (!(error instanceof NotWrapped)) throw error;
    const survey = createSurvey(fileName);
    await goThrough(takeNothing(createDocumentWalk({ ...lookingWith(survey), ...NOTHING_OPENS })));
    return { shape: survey.shape(), layout: { records: 'values' }, beside: [] };
  }
}

async function surveyLists(fileName: string, goThrough: GoThrough): Promise<DocumentSurvey> {
  const survey = createSurvey(fileName);
  const scan = createScan();
  const beside: string[] = [];
  const found: { opened: 'list' | 'object' | null; member: string | null } = { opened: null, member: null };
  const handler: DocumentHandler = {
    ...lookingWith(survey),
    opensList() {
      found.opened ??= 'list';
      return found.opened === 'list';
    },
    opensObject() {
      if (found.opened === 'object') throw new NotWrapped();
      found.opened ??= 'object';
      return found.opened === 'object';
    },
    member(bytes, from, to) {
      const member = memberAt(bytes, from, to, scan);
      if (member === CUT) return { end: CUT, isOpened: false };
      if (typeof member === 'number') throw new NotWrapped();
      if (member.list !== null) {
        if (found.member !== null) throw new NotWrapped();
        found.member = member.key;
        return { end: member.list, isOpened: true };
      }
      const end = memberEnd(bytes, from, to, scan);
      if (end === MALFORMED) throw new NotWrapped();
      if (end !== CUT) beside.push(member.key);
      return { end, isOpened: false };
    },
  };
  const document = createDocumentWalk(handler);
  await goThrough(takeNothing(document));
  const { opened, member } = found;
  // A list of empty objects has no columns: then it is a value, and what is around it a row.
  if (opened === 'object' && (member === null || !survey.hasColumns)) throw new NotWrapped();
  const layout: JsonLayout = member === null ? { records: 'elements' } : { records: 'member', member };
  return { shape: survey.shape(document.isWhole), layout, beside };
}

const NOTHING_OPENS = {
  opensList: () => false,
  opensObject: () => false,
  member: () => ({ end: MALFORMED, isOpened: false }),
} satisfies Partial<DocumentHandler>;

function lookingWith(survey: Survey): Pick<DocumentHandler, 'isFull' | 'read' | 'end'> {
  return { isFull: false, read: survey.look, end: () => undefined };
}

function takeNothing(document: DocumentWalk): TakeRows {
  return (window) => ({ end: document.walk(window), batch: null });
}
