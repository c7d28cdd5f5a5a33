import { CasparianError } from '../../platform/index.js';

/** A dataset without leave to read into it would be forgotten silently. */
export function requireAuto(auto: boolean, dataset: string | undefined): void {
  if (auto || dataset === undefined) return;
  throw new CasparianError('OPTION_INVALID', '--dataset needs --auto', {
    why: 'It names the dataset of files that the built-in readers read; a parser names its own.',
    next: [`Add it: --auto --dataset ${dataset}`],
  });
}
