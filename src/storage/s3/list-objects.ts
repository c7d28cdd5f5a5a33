import type { StoredFile } from '../storage.js';
import type { S3Session } from './open-client.js';

export interface ListedPage {
  readonly files: readonly StoredFile[];
  /** Names that end at the delimiter. */
  readonly folders: readonly string[];
}

export interface ListRequest {
  readonly Bucket: string;
  /** The prefix of the storage, which keys do not contain. */
  readonly base: string;
  readonly prefix: string;
  readonly after?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly delimiter?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A listing, one request per page. Consoles make empty objects whose names end with a slash to show a folder: these are left out. */
export async function* listPages(
  { library, client }: S3Session,
  { Bucket, base, prefix, after, pageSize, delimiter, signal }: ListRequest,
): AsyncGenerator<ListedPage> {
  let token: string | undefined;
  do {
    const request = new library.ListObjectsV2Command({
      ...{ Bucket, Prefix: base + prefix, ContinuationToken: token, MaxKeys: pageSize, Delimiter: delimiter },
      ...(after === undefined || token !== undefined ? {} : { StartAfter: base + after }),
    });
    const page = await client.send(request, { ...(signal && { abortSignal: signal }) });
    requireListing(page);
    yield {
      files: (page.Contents ?? []).flatMap(({ Key = '', Size, ETag, LastModified }) =>
        Key.endsWith('/')
          ? []
          : [
              {
                ...{ key: Key.slice(base.length), sizeBytes: Size ?? 0, etag: ETag ?? '' },
                modifiedMs: LastModified?.getTime() ?? 0,
              },
            ],
      ),
      folders: (page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice((base + prefix).length, -1)),
    };
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** The library reads any page of the web as an empty listing. All files would count as missing. */
function requireListing(page: { Name?: string | undefined; KeyCount?: number | undefined }): void {
  if (page.Name !== undefined || page.KeyCount !== undefined) return;
  throw Object.assign(new Error('It has no listing of a bucket.'), { $metadata: { httpStatusCode: 200 } });
}
