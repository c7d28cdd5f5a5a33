/** The actions of the Delta protocol that we write or read. Names are those of the protocol. */
export interface Add {
  readonly path: string;
  readonly partitionValues: Readonly<Record<string, string>>;
  readonly size: number;
  readonly modificationTime: number;
  readonly dataChange: boolean;
  /** JSON. */
  readonly stats?: string | null;
  readonly deletionVector?: unknown;
}

export interface Remove {
  readonly path: string;
  readonly deletionTimestamp: number;
  readonly dataChange: boolean;
  readonly extendedFileMetadata?: boolean | null;
  readonly partitionValues?: Readonly<Record<string, string>> | null;
  readonly size?: number | null;
}

export interface Metadata {
  readonly id: string;
  readonly name?: string | null;
  readonly format: { readonly provider: string; readonly options: Readonly<Record<string, string>> };
  readonly schemaString: string;
  readonly partitionColumns: readonly string[];
  readonly configuration: Readonly<Record<string, string>>;
  readonly createdTime?: number | null;
}

export interface Protocol {
  readonly minReaderVersion: number;
  readonly minWriterVersion: number;
  readonly readerFeatures?: readonly string[] | null;
  readonly writerFeatures?: readonly string[] | null;
}

export interface Transaction {
  readonly appId: string;
  readonly version: number;
  readonly lastUpdated?: number | null;
}

/** One line of a commit: one of these members is set. */
export interface Action {
  readonly add?: Add | null;
  readonly remove?: Remove | null;
  readonly metaData?: Metadata | null;
  readonly protocol?: Protocol | null;
  readonly txn?: Transaction | null;
  readonly commitInfo?: Readonly<Record<string, unknown>> | null;
}
