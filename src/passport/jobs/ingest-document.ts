import { tenantDatabase, tenantTransaction } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { sha256Hex } from '../../platform/index.js';
import type { IngestDocumentPayload } from '../job-types.js';
import { findDocument } from '../records/document.js';
import { uploadDocument } from '../records/upload-document.js';
import { readLocalFile } from './read-local-file.js';
import { readUrl } from './read-url.js';
import type { PassportRuntime } from './runtime.js';

/** Reads a file or URL and uploads it as the next version of the document; PARSE_FACTS follows. */
export async function ingestDocument(
  runtime: PassportRuntime,
  { document_id: given, file_url: url, mime_type: mimeType }: IngestDocumentPayload,
  { job, signal }: JobContext,
): Promise<Outcome> {
  const { id: documentId } = await findDocument(tenantDatabase(runtime.database, job.tenant), given);
  const content = /^https?:/i.test(url)
    ? await readUrl(runtime, url, signal)
    : await readLocalFile(url, runtime.ingestFolders);
  const upload = { documentId, mimeType, content, source: { file_url: url } };
  return complete(
    { document_id: documentId, sha256: sha256Hex(content), size_bytes: content.length },
    {
      // A version with the same content is not stored again, so a repeated ingest changes nothing.
      write: async (scope) => void (await uploadDocument(tenantTransaction(scope, job.tenant), upload)),
    },
  );
}
