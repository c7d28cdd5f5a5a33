import { VERSION } from '../../platform/index.js';

/** Under this name the ledger knows the built-in readers. No registered parser may have it. */
export const BUILTIN = 'builtin';

/** Files with this topic may be read by them. With a name behind it, `auto:orders`, into that dataset. */
export const AUTO_TOPIC = 'auto';
const NAMED = `${AUTO_TOPIC}:`;

/** No file of the dataset was read yet, so nothing says what its rows have to be. */
export const NO_CONTRACT = '';

/** What reads a file: a registered parser, or the built-in readers. */
export interface RoutedParser {
  readonly name: string;
  readonly version: string;
  readonly sourceHash: string;
  /** Where the built-in readers put the rows; absent with a registered parser, which declares that itself. */
  readonly dataset?: string;
}

/** The built-in readers for one dataset, held to the contract with this hash. */
export function builtinParser(dataset: string, contractHash: string): RoutedParser {
  return { name: BUILTIN, version: VERSION, sourceHash: contractHash, dataset };
}

export function autoTopic(dataset: string | undefined): string {
  return dataset === undefined ? AUTO_TOPIC : `${NAMED}${dataset}`;
}

export function isAutoTopic(topic: string): boolean {
  return topic === AUTO_TOPIC || topic.startsWith(NAMED);
}

/** The dataset that the topics name. Topics of rules come in the order of their patterns, so that of a folder in a folder last. */
export function datasetOfTopics(topics: readonly string[]): string | undefined {
  return topics.findLast((topic) => topic.startsWith(NAMED))?.slice(NAMED.length);
}
