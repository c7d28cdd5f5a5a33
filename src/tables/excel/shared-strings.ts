import { CasparianError } from '../../platform/index.js';
import type { WorkbookFile } from './workbook-file.js';
import { passXml, unescaped } from './xml.js';

/** All cells point into one list of texts, so it must be in memory. */
const MOST_CHARACTERS = 256 * 1_024 * 1_024;
/** The memory of a text besides its characters. */
const CHARACTERS_OF_AN_ENTRY = 16;

export async function readSharedStrings(file: WorkbookFile, part: string | null): Promise<readonly string[]> {
  const stream = part === null ? null : await file.part(part);
  if (stream === null) return [];
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  let characters = 0;
  const count = (more: number): void => {
    characters += more;
    if (characters > MOST_CHARACTERS) throw tooMuchText(file.name);
  };
  await passXml(stream, {
    open(name) {
      if (name === 'si') text = '';
      // The pronunciation of a Japanese text is stored next to it.
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isReading = false;
      else if (name === 'si') {
        strings.push(unescaped(text));
        count(CHARACTERS_OF_AN_ENTRY);
      }
    },
    text(piece) {
      if (!isText) return;
      count(piece.length);
      text += piece;
    },
  });
  return strings;
}

function tooMuchText(name: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' has more text than fits into memory`, {
    why: `The list of its texts is longer than ${MOST_CHARACTERS / 1_048_576} million characters, and it must be in memory to read the workbook.`,
    next: ['Save the sheet as CSV, which is read line by line.'],
  });
}
