import { type Doc, isList } from './doc.js';

interface Entry {
  readonly doc: Doc;
  readonly indentation: number;
  readonly isFlat: boolean;
}

const STEP = 2;

/** Lays a document out in lines of at most `width` characters, where its groups allow. */
export function printDoc(root: Doc, width: number): string {
  const lines: string[] = [];
  let line = '';
  let indentation = 0;
  const startLine = (): void => {
    if (line !== '') lines.push(line);
    line = '';
  };
  const write = (text: string): void => {
    line += line === '' ? `${' '.repeat(indentation)}${text}` : text;
  };
  const open: Entry[] = [{ doc: root, indentation: 0, isFlat: false }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { doc, isFlat } = entry;
    if (typeof doc === 'string') {
      if (doc !== '') write(doc);
    } else if (isList(doc)) {
      for (const part of doc.toReversed()) open.push({ ...entry, doc: part });
    } else if (doc.kind === 'group') {
      const column = line === '' ? entry.indentation : line.length;
      open.push({
        ...entry,
        doc: doc.content,
        isFlat: isFlat || (!doc.isBroken && fits(doc.content, width - column, open)),
      });
    } else if (doc.kind === 'indent') {
      // A break inside takes this indentation; text before the first break keeps the old one.
      open.push({ doc: doc.content, indentation: entry.indentation + STEP, isFlat });
    } else if (doc.kind === 'suffix') {
      line += ` ${doc.text}`;
    } else if (doc.kind === 'line' && isFlat) {
      if (doc.flat !== '') write(doc.flat);
    } else {
      startLine();
      indentation = entry.indentation;
      if (doc.kind === 'blank' && lines.length > 0 && lines.at(-1) !== '') lines.push('');
    }
  }
  startLine();
  while (lines.at(-1) === '') lines.pop();
  return lines.map((one) => `${one.trimEnd()}\n`).join('');
}

/** Whether the content, and what follows it up to the next possible break, fits into the rest of the line. */
function fits(content: Doc, width: number, rest: readonly Entry[]): boolean {
  let left = width;
  const open: { doc: Doc; isFlat: boolean }[] = [{ doc: content, isFlat: true }];
  let next = rest.length - 1;
  for (;;) {
    const entry = open.pop() ?? rest[next--];
    if (entry === undefined) return left >= 0;
    const { doc, isFlat } = entry;
    if (typeof doc === 'string') {
      left -= doc.length;
      if (left < 0) return false;
    } else if (isList(doc)) {
      for (const part of doc.toReversed()) open.push({ doc: part, isFlat });
    } else if (doc.kind === 'group' || doc.kind === 'indent') {
      open.push({ doc: doc.content, isFlat: isFlat && !(doc.kind === 'group' && doc.isBroken) });
    } else if (doc.kind === 'line') {
      if (!isFlat) return true;
      left -= doc.flat.length;
    } else if (doc.kind !== 'suffix') return true;
  }
}
