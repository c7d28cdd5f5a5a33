import { explainPassportField, type ExplanationNode, newestVersionNamed } from '../../../operations/index.js';
import type { TenantExecutor } from '../../../database/index.js';
import { newestPassportVersion, type PassportVersionRecord } from '../../../passport/index.js';
import { CasparianError, exactJson } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { cutText } from '../../output/text-width.js';
import { withTenant } from '../../session.js';
import { valueText } from './value-text.js';

export async function run(invocation: Invocation<TenantOptions & { operations?: boolean }>): Promise<void> {
  const { args, options, output } = invocation;
  const [field = '', name] = args;
  const tree = await withTenant(invocation, async ({ database }) =>
    explainPassportField(database, await (name ? newestVersionNamed(database, name) : newest(database)), field, {
      withOperations: options.operations === true,
    }),
  );
  if (output.asJson) output.json(tree);
  else output.print(treeLines(tree, output, '', '').join('\n'));
}

async function newest(database: TenantExecutor): Promise<PassportVersionRecord> {
  const version = await newestPassportVersion(database);
  if (version !== undefined) return version;
  throw new CasparianError('NOT_FOUND', 'There is no passport yet');
}

/** `├─` and `└─` before the parts of a node, as `tree` draws them. */
function treeLines(node: ExplanationNode, output: Output, before: string, below: string): string[] {
  const line = `${before}${headOf(node, output)}`;
  const lines = node.children.flatMap((child, index) => {
    const isLast = index === node.children.length - 1;
    return treeLines(child, output, `${below}${isLast ? '└─ ' : '├─ '}`, `${below}${isLast ? '   ' : '│  '}`);
  });
  return [line, ...lines];
}

const MAX_VALUE_WIDTH = 100;

function headOf({ kind, label, value, source }: ExplanationNode, output: Output): string {
  const name = `${output.paint('dim', kind)} ${printable(label)}`;
  if (kind === 'field') return `${name} = ${output.paint('bold', printable(valueText(value)))}${seen(source)}`;
  if (kind === 'fact') {
    const payload = value === null ? 'none' : exactJson(value);
    return `${name}${seen(source)} ${output.paint('dim', printable(cutText(payload, MAX_VALUE_WIDTH)))}`;
  }
  if (kind === 'operation' || kind === 'member' || kind === 'constant' || kind === 'check') {
    const about = [name.trimEnd(), printable(cutText(valueText(value), MAX_VALUE_WIDTH))];
    return about.join(kind === 'constant' ? ' ' : ' = ');
  }
  // The label of a row says what it is: row 1.
  return kind === 'row' ? printable(label) : name;
}

function seen(source: ExplanationNode['source']): string {
  return source?.['explained'] === 'above' ? ' (see above)' : '';
}
