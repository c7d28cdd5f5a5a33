import type { Confidence, Encoding } from './encoding/detect-encoding.js';
import type { FileFormat } from './formats.js';
import type { Compression } from './source/compression.js';
import type { InputFile } from './source/input-file.js';
import type { PreviewTable } from './table/preview-table.js';
import type { TableReader } from './table/table-reader.js';
import type { DecodedText, TextSamples } from './text/text-samples.js';

/** What the user knows about a file. Everything else is detected. */
export interface FormatOptions {
  readonly format?: FileFormat['kind'] | undefined;
  readonly delimiter?: string | undefined;
  /** Null: nothing is quoted. */
  readonly quote?: string | null | undefined;
  /** As Python's open() or TextDecoder names it. */
  readonly encoding?: string | undefined;
  /** The number of lines with column names; 0: none. */
  readonly headerLines?: number | undefined;
  /** The number of lines to skip before the header. */
  readonly skipLines?: number | undefined;
  /** The number of lines after the last row; 0: none. */
  readonly footerLines?: number | undefined;
  /** Which table of a file with several, from 1. */
  readonly table?: number | undefined;
  readonly sheet?: string | undefined;
}

/** A kind of file that is read as a table: one row of formats.ts. `F` is everything its reader must know about a file. */
interface Format<F> {
  readonly kind: string;
  /** The name in options, lineage and previews. */
  readonly name: string;
  /** The name for people. */
  readonly label: string;
  /** File endings, without the point and in lower case. Only a hint: the content decides. */
  readonly endings: readonly string[];
  /** Whether the format distinguishes text from numbers, so that "12" stays text. */
  readonly hasTypes: boolean;
  open(file: InputFile, format: F): Promise<TableReader>;
}

/** A format that its first bytes identify. */
export interface BinaryFormat<F> extends Format<F> {
  /** Whether a file that begins with these bytes has this format. */
  matches(head: Uint8Array, name: string): boolean;
  detect(file: InputFile, options: FormatOptions): Promise<F>;
  preview(file: InputFile, rows: number): Promise<PreviewTable>;
}

export interface TextFormat<F> extends Format<F> {
  /** Null when the text has another format. */
  detect(text: TextCandidate, options: FormatOptions): Promise<DetectedText<F> | null>;
  /** Null when the text has another format. Absent when the preview shows lines of text. */
  preview?(text: TextHead, options: TextPreviewOptions): Promise<PreviewTable | null>;
}

/** A text file whose format is to be detected. */
export interface TextCandidate extends TextFacts {
  readonly text: DecodedText;
  /** Parts of the text, computed when a format asks for them. */
  readonly samples: () => TextSamples;
  /** The format that the file's ending belongs to. */
  readonly namedFormat: FileFormat['kind'] | null;
  /** What the user should know about the encoding, in sentences. */
  readonly notes: readonly string[];
}

export interface DetectedText<F> {
  readonly format: F;
  /** Used only when no later format matches: nearly every text can be read as a list of lines. */
  readonly isFallback: boolean;
}

/** The beginning of a text. */
export interface TextHead {
  readonly text: string;
  /** Whether this is the whole text. */
  readonly isWhole: boolean;
}

export interface TextPreviewOptions {
  readonly rows: number;
  readonly namedFormat: FileFormat['kind'] | null;
}

/** What every detected format knows. */
export interface FileFacts {
  readonly compression: Compression | 'none';
}

export interface TextFacts extends FileFacts {
  readonly encoding: Encoding;
}

/** For formats that do not describe themselves. */
export interface DetectionFacts {
  readonly confidence: Confidence;
  /** What the user should know about how the file is read, in sentences. */
  readonly notes: readonly string[];
  /** What may be wrong: the run completes with warnings. */
  readonly warnings: readonly string[];
}

/** Which lines come before the rows. Blank lines in between count as one or the other. */
export interface HeaderPlace {
  /** Lines before the header that are not rows: titles, comments, the date of an export. */
  readonly preambleLines: number;
  /** 0 when the first line is a row; more than 1 when names span several lines. */
  readonly headerLines: number;
  /** The names of the columns, made unique; `column_1` … where the file has none. */
  readonly columns: readonly string[];
}
