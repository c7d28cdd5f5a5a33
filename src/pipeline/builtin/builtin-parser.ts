import { VERSION } from '../../platform/index.js';
import type { RoutedParser } from '../routing/wanted-parses.js';

/** Under this name the ledger knows the built-in readers. No registered parser may have it. */
export const BUILTIN = 'builtin';

/** Files with this topic may be read by them. With a name behind it, `auto:orders`, into that dataset. */
export const AUTO_TOPIC = 'auto';
const NAMED = `${AUTO_TOPIC}:`;

/** No file of the dataset was read yet, so nothing says what its rows have to be. */
export const NO_CONTRACT = '';

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
