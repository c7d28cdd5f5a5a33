import { ExactNumber } from '../data/exact-number.js';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { copyText } from './copy.js';

/** Objects with more members begin closed. */
const OPEN_UP_TO = 20;
/** More members are shown when they are asked for. */
const SHOWN_AT_ONCE = 200;

/** A value as a tree. Integers beyond 2^53 are bigints (the client parses them so) and are written as their digits. */
export function JsonTree({ value }: { readonly value: unknown }): JSX.Element {
  return (
    <ul class="json">
      {isBranch(value) ? (
        <Members value={value} path="" />
      ) : (
        <li>
          <Leaf value={value} />
        </li>
      )}
    </ul>
  );
}

/** The same value as text, with exact numbers. */
export function jsonText(value: unknown, indent = 2): string {
  const mark = `bigint-${Math.random()}-`;
  const text = JSON.stringify(
    value,
    (_, member: unknown) =>
      typeof member === 'bigint' || member instanceof ExactNumber ? `${mark}${String(member)}` : member,
    indent,
  ) as string | undefined;
  return (text ?? 'null').replace(new RegExp(`"${mark}(-?[\\d.eE+-]+)"`, 'g'), '$1');
}

function Members({ value, path }: { readonly value: object; readonly path: string }): JSX.Element {
  const [shown, show] = useState(SHOWN_AT_ONCE);
  const members = Object.entries(value);
  const isList = Array.isArray(value);
  return (
    <>
      {members.slice(0, shown).map(([name, member]) => (
        <Member
          key={name}
          name={name}
          value={member}
          path={isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`}
        />
      ))}
      {members.length > shown && (
        <li>
          <button class="link" type="button" onClick={() => show(shown + SHOWN_AT_ONCE)}>
            {members.length - shown} more
          </button>
        </li>
      )}
    </>
  );
}

function Member({
  name,
  value,
  path,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly path: string;
}): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const label = (
    <button class="k" type="button" title={`Copy the path ${path}`} onClick={() => void copyText(path, 'Path copied')}>
      {name}:
    </button>
  );
  if (!isBranch(value)) {
    return (
      <li class={isWhole ? 'whole' : ''}>
        {label} <Leaf value={value} onClick={() => setWhole(!isWhole)} />
      </li>
    );
  }
  const count = Object.keys(value).length;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (count === 0) {
    return (
      <li>
        {label} <span class="p">{`${open}${close}`}</span>
      </li>
    );
  }
  return (
    <li>
      <details open={count <= OPEN_UP_TO}>
        <summary>
          <span class="k">{name}:</span> <span class="p">{`${open}${count}${close}`}</span>
        </summary>
        <ul>
          <Members value={value} path={path} />
        </ul>
      </details>
    </li>
  );
}

function Leaf({ value, onClick }: { readonly value: unknown; readonly onClick?: () => void }): JSX.Element {
  if (typeof value === 'string') {
    return (
      <span class="s" onClick={onClick}>
        {JSON.stringify(value)}
      </span>
    );
  }
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;
  return <span class={isNumber ? 'n' : 'p'}>{isNumber ? value.toString() : String(value)}</span>;
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
