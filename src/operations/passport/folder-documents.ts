import { addDocument, type DocumentProblem, findDocumentVersion, uploadDocument } from '../../passport/index.js';
import { documentsRejected } from './documents-rejected.js';
import type { FolderDocument, PassportFolder } from './passport-folder.js';
import type { PassportScope, PassportSession } from './passport-session.js';

/** Uploads the documents of a folder and waits until their facts were read. Returns the ids of the versions. */
export async function uploadFolderDocuments(
  { database }: PassportScope,
  session: PassportSession,
  { sku, documents }: PassportFolder,
): Promise<string[]> {
  const uploads = await session.write(async (tx) => {
    const all = [];
    for (const { name, path, kind, mimeType, content } of documents) {
      const { id } = await addDocument(tx, { kind, externalRef: `${sku}/${name}` });
      all.push(await uploadDocument(tx, { documentId: id, mimeType, content, source: { file: path } }));
    }
    return all;
  });
  const rejected: [FolderDocument, readonly DocumentProblem[]][] = [];
  for (const [index, { version, jobId }] of uploads.entries()) {
    if (version.status === 'UPLOADED') await session.finished(jobId);
    const read = await findDocumentVersion(database, version.id);
    if (read.status === 'REJECTED') rejected.push([documents[index] as FolderDocument, read.problems]);
  }
  if (rejected.length > 0) throw documentsRejected(rejected);
  return uploads.map(({ version }) => version.id);
}
