import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.js';
import { Silhouette } from '../../parts/state.js';
import { href, path, query } from '../../shell/router.js';
import { type Explanation, isQuantity, trimmed, unitText, valueText } from './passport-words.js';

/** Value, operation, operands; leaves are documents. Opens to depth 3. */
export function ExplainTree({ node }: { readonly node: Explanation }): JSX.Element {
  return (
    <div class="tree">
      <ul class="tree-root">
        {node.children.map((child, index) => (
          <Branch key={index} node={child} depth={1} />
        ))}
      </ul>
    </div>
  );
}

const OPEN_TO_DEPTH = 3;

function Branch({ node, depth }: { readonly node: Explanation; readonly depth: number }): JSX.Element {
  const { children } = node;
  // A single step is not worth a click.
  const isOpen = depth < OPEN_TO_DEPTH || children.length === 1;
  if (children.length === 0) {
    return (
      <li>
        <Head node={node} />
      </li>
    );
  }
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <Head node={node} />
        </summary>
        <ul>
          {children.map((child, index) => (
            <Branch key={index} node={child} depth={depth + 1} />
          ))}
        </ul>
      </details>
    </li>
  );
}

const OPERATIONS: Readonly<Record<string, string>> = { '/': '÷', '*': '×', '-': '−', '<=': '≤', '>=': '≥', '!=': '≠' };

function Head({ node }: { readonly node: Explanation }): JSX.Element {
  const { kind, label, value, source } = node;
  switch (kind) {
    case 'operation':
      return (
        <>
          <span class="op">{OPERATIONS[label] ?? label}</span>
          <Value value={value} />
        </>
      );
    case 'member':
      return (
        <>
          <Value value={value} /> <span class="muted">{label}</span>
        </>
      );
    case 'constant':
      return (
        <>
          <Value value={value} /> <span class="muted">constant</span>
        </>
      );
    case 'check':
      return (
        <>
          <span class="op">check</span>
          <span class="muted">otherwise: {label}</span>{' '}
          <span class="st st-completed hold">
            <Silhouette shape="completed" />
            holds
          </span>
        </>
      );
    case 'field':
      return (
        <>
          <a class="prose-link mono" href={href(path.value, { ...Object.fromEntries(query.value), field: label })}>
            {label}
          </a>{' '}
          <Value value={value} />
          {source?.['explained'] === 'above' && <span class="muted"> see above</span>}
        </>
      );
    case 'rule':
      return (
        <details class="rule">
          <summary class="muted">Rule of {label}</summary>
          <pre class="raw" tabIndex={0}>
            {String(value)}
          </pre>
        </details>
      );
    case 'document':
    case 'file':
    case 'row':
    case 'dataset':
      return (
        <>
          <Icon name={kind === 'dataset' ? 'table' : 'file'} small /> <span class="doc-l">{label}</span>
          {typeof source?.['pointer'] === 'string' && <code class="muted"> {source['pointer']}</code>}
        </>
      );
    default:
      return (
        <>
          <span class="muted">fact</span> <code>{label}</code>
          {source?.['found'] === false && <span class="muted"> not there</span>}
          {source?.['explained'] === 'above' && <span class="muted"> see above</span>}
        </>
      );
  }
}

function Value({ value }: { readonly value: unknown }): JSX.Element | null {
  if (value === null || value === undefined) return null;
  if (!isQuantity(value)) return <span class="v">{valueText(value)}</span>;
  return (
    <>
      <span class="v">{trimmed(value.value)}</span> <span class="muted">{unitText(value.unit)}</span>
    </>
  );
}
