import { describe } from 'vitest';
import { recordingHook } from '../staging/recording-hook.js';
import { type StoreName, useStage } from '../staging/stage.js';
import { claimRules } from './rules/claim.js';
import { clockRules } from './rules/clock.js';
import { releaseUnknownClaimsRules } from './rules/release-unknown-claims.js';
import { enqueueRules } from './rules/enqueue.js';
import { finishRules } from './rules/finish.js';
import { identityRules } from './rules/identity.js';
import { jsonRules } from './rules/json.js';
import { renewRules } from './rules/renew.js';
import { rescueRules } from './rules/rescue.js';
import { suspectRules } from './rules/suspects.js';
import { schemaRules } from './rules/schema.js';
import { limitRules } from './rules/limits.js';
import { statsRules } from './rules/stats.js';
import { readyLanesRules } from './rules/ready-lanes.js';
import { transitionRules } from './rules/transitions.js';

/** What every job store must do. A new behaviour is written here first, then in both stores. */
export function describeConformance(storeName: StoreName): void {
  describe(`the job store on ${storeName}`, () => {
    const stage = useStage(storeName);
    describe('enqueue', () => enqueueRules(stage));
    describe('identity', () => identityRules(stage));
    describe('findReadyLanes', () => readyLanesRules(stage));
    describe('claim', () => claimRules(stage));
    describe('renew', () => renewRules(stage));
    describe('finish', () => finishRules(stage));
    describe('rescue', () => rescueRules(stage));
    describe('suspects', () => suspectRules(stage));
    describe('releaseUnknownClaims', () => releaseUnknownClaimsRules(stage));
    describe('schema', () => schemaRules(stage));
    describe('json', () => jsonRules(stage));
    describe('clock', () => clockRules(stage));
    describe('limits', () => limitRules(stage));
    describe('stats', () => statsRules(stage));
  });

  describe(`the job store on ${storeName} with a transition hook`, () => {
    const recorder = recordingHook();
    const stage = useStage(storeName, { transitionHook: recorder.hook });
    describe('transitions', () => transitionRules(stage, recorder));
    describe('finish', () => finishRules(stage));
    describe('rescue', () => rescueRules(stage));
    describe('suspects', () => suspectRules(stage));
    describe('releaseUnknownClaims', () => releaseUnknownClaimsRules(stage));
    describe('stats', () => statsRules(stage));
  });
}
