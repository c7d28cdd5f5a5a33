import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as passport from '../../../src/passport/index.js';
import { httpPeer } from '../../http/peers.js';
import { waitUntil } from '../../services/wait-until.js';
import { bomOf } from '../staging/documents.js';
import { STORES, usePassportStage } from '../staging/stage.js';

const LIMIT = 16 * 1_024 * 1_024;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'casparian-ingest-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

describe.each(STORES)('on %s', (storeName) => {
  const place = usePassportStage(storeName);
  const tenant = 'ingest';
  const ingest = (fileUrl: string): Promise<{ jobId: string; documentId: string }> =>
    place.write(tenant, async (tx) => {
      const { id: documentId } = await passport.addDocument(tx, { kind: 'BOM' });
      return {
        documentId,
        jobId: await passport.requestIngest(tx, { documentId, fileUrl, mimeType: 'application/json' }),
      };
    });

  test('a local file and a URL become versions whose facts are read, once', async () => {
    await place.startWorker();
    const file = join(await folder(), 'bom.json');
    await writeFile(file, bomOf('LOCAL'));
    const peer = await httpPeer((_, response) => void response.end(bomOf('REMOTE')));
    for (const [url, sku] of [
      [file, 'LOCAL'],
      [pathToFileURL(file).href, 'LOCAL'],
      [`${peer.url}/bom.json`, 'REMOTE'],
    ] as const) {
      const { jobId, documentId } = await ingest(url);
      await place.completed(jobId);
      const again = await place.write(tenant, (tx) =>
        passport.requestIngest(tx, { documentId, fileUrl: url, mimeType: 'application/json' }),
      );
      await place.completed(again);
      const [version, ...others] = await passport.listDocumentVersions(place.read(tenant), { documentId });
      expect(others).toEqual([]);
      expect(version).toMatchObject({ version: 1, source: { file_url: url } });
      const [parse] = await place.stage.engine.jobs({
        tenant,
        type: 'PARSE_FACTS',
        fields: { document_version_id: version?.id ?? '' },
        limit: 2,
      });
      await place.completed(parse?.id ?? '');
      const facts = await passport.listFacts(place.read(tenant), { documentVersionId: version?.id });
      expect(facts.map(({ factKey }) => factKey)).toContain(`battery:${sku}`);
    }
  });

  test('files that are missing, too large, not regular or outside of the allowed folders are refused', async () => {
    const allowed = await folder();
    const outside = join(await folder(), 'secret.json');
    await writeFile(outside, '{}');
    await symlink(outside, join(allowed, 'link.json'));
    await mkdir(join(allowed, 'folder.json'));
    await writeFile(join(allowed, 'large.json'), '');
    await truncate(join(allowed, 'large.json'), LIMIT + 1);
    execFileSync('mkfifo', [join(allowed, 'pipe.json')]);
    await place.startWorker({ ingestFolders: [allowed] });
    const refusals = {
      [outside]: 'NOT_PERMITTED',
      [join(allowed, 'link.json')]: 'NOT_PERMITTED',
      [join(allowed, '..', 'x.json')]: 'INPUT_NOT_FOUND',
      [join(allowed, 'none.json')]: 'INPUT_NOT_FOUND',
      [join(allowed, 'folder.json')]: 'INPUT_UNREADABLE',
      [join(allowed, 'pipe.json')]: 'INPUT_UNREADABLE',
      [join(allowed, 'large.json')]: 'DOCUMENT_TOO_LARGE',
      'bom.json': 'INPUT_UNREADABLE',
      'ftp://host/bom.json': 'INPUT_UNREADABLE',
    };
    for (const [url, code] of Object.entries(refusals)) {
      const { jobId, documentId } = await ingest(url);
      expect({ url, code: (await place.failed(jobId)).code }).toEqual({ url, code });
      expect(await passport.listDocumentVersions(place.read(tenant), { documentId })).toEqual([]);
    }
  });

  test('responses that are not a document, and addresses that are not public, are refused', async () => {
    const peer = await httpPeer((request, response) => {
      response.writeHead(Number(request.url?.slice(-3)), { location: 'http://169.254.169.254/' }).end();
    });
    await place.startWorker();
    expect((await place.failed((await ingest(`${peer.url}/404`)).jobId)).code).toBe('HTTP_CLIENT_ERROR');
    expect((await place.failed((await ingest(`${peer.url}/302`)).jobId)).code).toBe('HTTP_CLIENT_ERROR');
    const large = await httpPeer((_, response) => {
      response.write(Buffer.alloc(LIMIT));
      response.end('more');
    });
    expect((await place.failed((await ingest(large.url)).jobId)).code).toBe('DOCUMENT_TOO_LARGE');
  });

  test('plain http and private addresses are refused unless they are allowed', async () => {
    await place.startWorker({ allowPrivate: false });
    expect((await place.failed((await ingest('http://example.com/bom.json')).jobId)).code).toBe('URL_REFUSED');
    expect((await place.failed((await ingest('https://127.0.0.1/bom.json')).jobId)).code).toBe('ADDRESS_REFUSED');
  });

  test('a server error is retried', async () => {
    const peer = await httpPeer((_, response) => void response.writeHead(503).end());
    await place.startWorker();
    const { jobId } = await ingest(peer.url);
    const job = await waitUntil(
      async () => {
        const current = await place.stage.engine.job(jobId);
        return current.errors.length > 0 && current;
      },
      { for: 'the first failure' },
    );
    expect(job).toMatchObject({ status: 'pending', attempts: 1, errors: [{ code: 'HTTP_SERVER_ERROR' }] });
  });
});
