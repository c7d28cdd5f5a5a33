import { CasparianError } from '../../platform/index.js';
import { type PassportRecord, passportName } from './passport.js';

/** Fails if the battery's passport has ended, or if another operator is responsible than the one whose key signs. */
export function requireUsable(passport: PassportRecord, publicKey: Uint8Array): void {
  requireInUse(passport);
  const { operator } = passport;
  if (operator === null || operator.publicKey === Buffer.from(publicKey).toString('base64')) return;
  throw new CasparianError(
    'PASSPORT_STATE_CONFLICT',
    `${operator.name} is responsible for the battery ${passportName(passport)} since ${operator.since.slice(0, 10)}`,
    {
      why: 'Versions that come into force are signed with the key of the operator who is responsible.',
      next: ['If the key of the operator has changed, transfer the responsibility to the new key.'],
    },
  );
}

export function requireInUse(passport: PassportRecord): void {
  if (passport.life === 'IN_USE') return;
  throw new CasparianError(
    'PASSPORT_STATE_CONFLICT',
    `The passport of ${passportName(passport)} has ended: ${passport.endReason ?? ''}`,
    {
      why: 'A passport that has ended gets no new versions. Its successor does.',
    },
  );
}
