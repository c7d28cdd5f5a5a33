import { type Document, type FactParsing, parseFacts, rejected } from './parse-facts.js';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Reads the facts of a document, which may also be a workbook with the data of a battery. */
export async function readDocumentFacts(document: Document): Promise<FactParsing> {
  const isWorkbook = document.mimeType === WORKBOOK_TYPE || isZip(document.content);
  if (!isWorkbook) return parseFacts(document);
  if (document.kind !== 'BATTERY_DATA') {
    return rejected(`a document of the kind ${document.kind} is JSON or CSV; only BATTERY_DATA can be a workbook`);
  }
  // Imported here: the readers of archives and XML take as long to load as a JSON document takes to be checked.
  const { readWorkbookFacts } = await import('./workbook-facts.js');
  return readWorkbookFacts(document.content);
}

function isZip(content: Uint8Array): boolean {
  return content[0] === 0x50 && content[1] === 0x4b && content[2] === 3;
}
