import { CasparianError } from '../../platform/index.js';

/** Without --auto, the dataset would be ignored silently. */
export function requireAuto(auto: boolean, dataset: string | undefined, acceptRenames = false): void {
  if (!auto && acceptRenames) {
    throw new CasparianError('OPTION_INVALID', '--accept-renames needs --auto', {
      why: 'Only datasets that are read without a parser have inferred contracts.',
      next: ['Add it: --auto --accept-renames'],
    });
  }
  if (auto || dataset === undefined) return;
  throw new CasparianError('OPTION_INVALID', '--dataset needs --auto', {
    why: 'Only the built-in readers use --dataset; a parser declares its own outputs.',
    next: [`Add it: --auto --dataset ${dataset}`],
  });
}
