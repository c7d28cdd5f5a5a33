import {
  contractOf,
  createTableProfiler,
  decideTable,
  type InferOptions,
  type InferredTable,
  type TableProfile,
  type TableReader,
} from '../../../tables/index.js';

/** A contract that was inferred from the first rows of a file, and how to infer it from all rows. */
export interface GuessedContract {
  /** See `contractText`. */
  readonly contract: string;
  readonly rows: number;
  readonly options: Pick<InferOptions, 'types' | 'hasTypes'>;
}

/** A reader that profiles the rows for a guessed contract. */
export interface WatchedReader extends TableReader {
  /** The profile of all rows; null before the last batch. */
  profile(): TableProfile | null;
}

/**
 * Profiles the rows while they are read with a guessed contract. The guess is checked whenever the number of rows has
 * doubled; once it is wrong, the other rows are only profiled.
 */
export function watchedReader(reader: TableReader, guess: GuessedContract): WatchedReader {
  let profile: TableProfile | null = null;
  return {
    ...reader,
    get accounting() {
      return reader.accounting;
    },
    profile: () => profile,
    async *batches(signal, onSkipped) {
      const profiler = createTableProfiler(reader);
      let isRight = true;
      let checkAt = guess.rows * 2;
      for await (const read of reader.batches(signal, onSkipped)) {
        profiler.add(read);
        if (isRight && profiler.rows >= checkAt) {
          checkAt = profiler.rows * 2;
          isRight = contractText(decideTable(profiler.profile(false), guess.options)) === guess.contract;
        }
        if (isRight) yield read;
      }
      profile = profiler.profile(true);
    },
  };
}

/** Tables with the same text are checked in the same way. */
export function contractText(table: InferredTable): string {
  return JSON.stringify(contractOf(table));
}
