import { isoTime } from '../../platform/index.js';
import type { Rule } from './rules.js';

export interface RuleJson {
  readonly pattern: string;
  readonly topic: string;
  readonly created_at: string | null;
}

export function ruleJson({ pattern, topic, created_at }: Rule): RuleJson {
  return { pattern, topic, created_at: isoTime(created_at) };
}
