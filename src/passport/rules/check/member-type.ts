import { didYouMean, shortened } from '../suggest.js';
import type { Type } from '../types/type.js';
import { typeFailure } from './complain.js';
import type { TypedExpression } from './typed.js';

/** The type of the member of a record whose members are known. */
export function memberType(members: readonly { name: string; type: Type }[], name: TypedExpression): Type {
  if (name.kind !== 'constant' || name.value.kind !== 'Text') {
    throw typeFailure(name.span, 'The name of a member of this record must be a literal text', {
      why: 'Its members have different types.',
    });
  }
  const wanted = name.value.value;
  const member = members.find((one) => one.name === wanted);
  if (member !== undefined) return member.type;
  const names = members.map((one) => one.name);
  throw typeFailure(name.span, `The record has no member ${shortened(wanted)}`, {
    why: `Its members are ${names.join(', ')}.`,
    hints: didYouMean(wanted, names),
  });
}
