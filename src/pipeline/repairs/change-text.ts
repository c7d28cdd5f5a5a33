import type { ContractChange } from '../../parse/index.js';
import { formatsOf, formatText, typeText } from '../../contract/index.js';

/** A change in one sentence. */
export function changeText({ kind, before, after }: ContractChange): string {
  const name = `'${after.name}'`;
  switch (kind) {
    case 'null_word': {
      const words = after.nulls.filter((word) => !before.nulls.includes(word)).map((word) => `'${word}'`);
      return `${words.join(', ')} ${words.length === 1 ? 'means' : 'mean'} no value in ${name}`;
    }
    case 'alias': {
      const [alias = ''] = after.aliases.filter((other) => !before.aliases.includes(other));
      return `'${alias}' is another name of ${name}`;
    }
    case 'date_format': {
      const added = formatsOf(after.format).filter((format) => !formatsOf(before.format).includes(format));
      const isAdded = formatsOf(before.format).every((format) => formatsOf(after.format).includes(format));
      return `${name} is ${isAdded ? 'also ' : ''}written as ${added.map((format) => format ?? 'ISO 8601').join(', ')}`;
    }
    case 'bool_words':
      return `${name} is written as ${after.format === null ? 'true/false' : formatText(after.format)}`;
    case 'decimal_style':
      return `${name} is written like ${exampleOf(after)}${widened(before, after)}`;
    case 'wider_type':
      return `${name} is ${typeText(after.type, after.localZone)} instead of ${typeText(before.type, before.localZone)}`;
  }
}

function exampleOf({ numberStyle, type }: ContractChange['after']): string {
  const { decimal, thousands } = numberStyle ?? { decimal: '.', thousands: '' };
  return `1${thousands}234${type.kind === 'int' ? '' : `${decimal}56`}`;
}

function widened(before: ContractChange['before'], after: ContractChange['after']): string {
  const [was, is] = [typeText(before.type, before.localZone), typeText(after.type, after.localZone)];
  return was === is ? '' : ` and is ${is} instead of ${was}`;
}
