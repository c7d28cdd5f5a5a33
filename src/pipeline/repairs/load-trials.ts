import { lazily } from '../../platform/index.js';

/** The code that proposes changes and tries them. Only suggestions need it, so it is loaded with the first one. */
export const loadTrials = lazily(async () => {
  const { proposeAliases } = await import('../../parse/repairs/propose-aliases.js');
  const { proposeChanges } = await import('../../parse/repairs/propose-changes.js');
  const { withChange } = await import('../../parse/repairs/change.js');
  const { tryOnFile } = await import('../../parse/repairs/try-on-file.js');
  const { createTrials } = await import('../../parse/repairs/trials.js');
  const { weighChanges } = await import('../../parse/repairs/offer.js');
  const { readDifferently } = await import('../../parse/repairs/repaired-by.js');
  const { contractFileText, parseContractFile } = await import('../../contract/declare/contract-file.js');
  return {
    ...{ proposeAliases, proposeChanges, withChange, tryOnFile, createTrials, weighChanges, readDifferently },
    ...{ contractFileText, parseContractFile },
  };
});
