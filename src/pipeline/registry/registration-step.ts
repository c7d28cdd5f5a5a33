import type { Interpreter } from '../../bridge/index.js';
import type { PackedBundle } from '../bundle/pack-bundle.js';

/** Progress of a registration. */
export type RegistrationStep =
  | { readonly kind: 'bundled'; readonly bundle: PackedBundle }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'building' }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'environment'; readonly interpreter: Interpreter; readonly packages: readonly string[] }
  | { readonly kind: 'loaded'; readonly entrypoint: string }
  | { readonly kind: 'sent'; readonly jobId: string }
  | { readonly kind: 'worker'; readonly text: string };

export type OnStep = (step: RegistrationStep) => void;
