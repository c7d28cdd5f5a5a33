import type { Readable } from 'node:stream';

/** A stored file, without its content. */
export interface StoredFile {
  /** Relative to the root of the storage, with forward slashes. */
  readonly key: string;
  readonly sizeBytes: number;
  /** Differs after every change. It is not a hash of the content. */
  readonly etag: string;
  /** When it was written here. */
  readonly modifiedMs: number;
}

export interface ReadOptions {
  /** Bytes from `start` up to and including `end`, or the last one. */
  readonly range?: { readonly start: number; readonly end?: number } | undefined;
  /** Fails with STORAGE_FILE_CHANGED if the file has another ETag. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions {
  /** Only keys after this one. */
  readonly after?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SignalOption {
  readonly signal?: AbortSignal | undefined;
}

/** Files under keys: a local folder, or a bucket with a prefix. Both implementations pass the same conformance suite. */
export interface Storage {
  /** Where the keys begin: an absolute path, or `s3://bucket/prefix`. */
  readonly root: string;
  /** The absolute path or `s3://` address of a key. */
  addressOf(key: string): string;
  /** Returns undefined if there is no such file. */
  find(key: string, options?: SignalOption): Promise<StoredFile | undefined>;
  /** Fails with STORAGE_FILE_NOT_FOUND before the first byte if there is no such file. */
  read(key: string, options?: ReadOptions): Promise<Readable>;
  /** Replaces the file if there is one. It is visible as a whole or not at all, and durable when this returns. */
  write(key: string, content: Uint8Array | Readable, options?: SignalOption): Promise<void>;
  /** Like `write`, but returns false and changes nothing if there is a file. Of several writers, one wins. */
  writeIfAbsent(key: string, content: Uint8Array | Readable, options?: SignalOption): Promise<boolean>;
  /**
   * Moves a file of this machine to a key that no other writer uses, and that nothing reads before this returns. It is durable then.
   */
  adopt(path: string, key: string, options?: SignalOption): Promise<void>;
  /** All files whose keys begin with the prefix, in pages, sorted by the bytes of their keys. */
  list(prefix: string, options?: ListOptions): AsyncIterable<readonly StoredFile[]>;
  /** The names directly below a prefix that ends with a slash (or is empty) that have files below them. */
  folders(prefix: string, options?: SignalOption): Promise<string[]>;
  /** Ignores keys without a file. */
  remove(keys: readonly string[], options?: SignalOption): Promise<void>;
  /** Ends uploads that died before they were complete, below a prefix. Returns their number. */
  abortUploads(prefix: string, options: SignalOption & { readonly olderThanMs: number }): Promise<number>;
}
