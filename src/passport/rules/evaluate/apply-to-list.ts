import type { TypedCall, TypedExpression } from '../check/typed.js';
import { listValue } from '../values/size.js';
import type { Value } from '../values/value.js';
import { operation } from './record-node.js';
import { type Derived, type Run, sized } from './run.js';

type ListCall = TypedExpression & Extract<TypedCall, { kind: 'map' | 'filter' | 'fold' }>;

/** `map`, `filter` and `fold`. An item is a node of the proof, so that what is computed from it leads back to the list. */
export function applyToList(
  call: ListCall,
  run: Run,
  evaluate: (expression: TypedExpression, run: Run) => Derived,
): Derived {
  const { span, lambda } = call;
  const list = evaluate(call.list, run);
  const { items } = list.value as { items: readonly Value[] };
  const itemAt = (index: number): Derived => operation(run, 'item', items[index] as Value, [list], span, { index });
  const [first = 0, second = 0] = lambda.slots;
  if (call.kind === 'fold') {
    let result = evaluate(call.initial, run);
    for (let index = 0; index < items.length; index++) {
      run.frame[first] = result;
      run.frame[second] = itemAt(index);
      result = evaluate(lambda.body, run);
    }
    return operation(run, 'fold', result.value, [list, result], span);
  }
  const results = items.map((_, index) => {
    run.frame[first] = itemAt(index);
    return evaluate(lambda.body, run);
  });
  const kept = results.map(({ value }) => value);
  const value = call.kind === 'map' ? kept : items.filter((_, index) => isTrue(kept[index] as Value));
  return operation(
    run,
    call.kind,
    sized(span, () => listValue(value)),
    [list, ...results],
    span,
  );
}

function isTrue(value: Value): boolean {
  return value.kind === 'Bool' && value.value;
}
