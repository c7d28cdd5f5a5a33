import { VERSION } from '../../platform/index.js';

/** The name of the built-in readers in the ledger. No registered parser may use it. */
export const BUILTIN = 'builtin';

/** Files with this topic may be read by the built-in readers. `auto:orders` also names the dataset. */
export const AUTO_TOPIC = 'auto';
const NAMED = `${AUTO_TOPIC}:`;

/** No file of the dataset has been read yet, so it has no contract. */
export const NO_CONTRACT = '';

/** What reads a file: a registered parser, or the built-in readers. */
export interface RoutedParser {
  readonly name: string;
  readonly version: string;
  readonly sourceHash: string;
  /** The dataset of the built-in readers; absent with a registered parser, which declares its outputs itself. */
  readonly dataset?: string;
}

/** The built-in readers for one dataset, with the contract of this hash. */
export function builtinParser(dataset: string, contractHash: string): RoutedParser {
  return { name: BUILTIN, version: VERSION, sourceHash: contractHash, dataset };
}

export function autoTopic(dataset: string | undefined): string {
  return dataset === undefined ? AUTO_TOPIC : `${NAMED}${dataset}`;
}

export function isAutoTopic(topic: string): boolean {
  return topic === AUTO_TOPIC || topic.startsWith(NAMED);
}

/**
 * The dataset that the topics name. Topics of rules are in the order of their patterns, so the topic of the deepest
 * folder is last.
 */
export function datasetOfTopics(topics: readonly string[]): string | undefined {
  return topics.findLast((topic) => topic.startsWith(NAMED))?.slice(NAMED.length);
}
