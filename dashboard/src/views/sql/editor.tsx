import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Completion, completionsOf, type KnownTable, wordBefore } from './completion.js';

/** A field for SQL. Names are completed while typing: arrows choose, Tab or Enter takes. */
export function SqlEditor({
  value,
  tables,
  onInput,
  onRun,
  placeholder,
}: {
  readonly value: string;
  readonly tables: readonly KnownTable[];
  readonly onInput: (text: string) => void;
  readonly onRun: () => void;
  readonly placeholder: string;
}): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const [offered, setOffered] = useState<readonly Completion[]>([]);
  const [at, setAt] = useState(0);
  const offer = (text: string, cursor: number): void => {
    setOffered(completionsOf(text, wordBefore(text, cursor), tables));
    setAt(0);
  };
  const take = (completion: Completion): void => {
    const element = field.current;
    if (!element) return;
    const cursor = element.selectionStart;
    const start = cursor - wordBefore(value, cursor).length;
    const next = value.slice(0, start) + completion.text + value.slice(cursor);
    onInput(next);
    setOffered([]);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(start + completion.text.length, start + completion.text.length);
    });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      setOffered([]);
      return onRun();
    }
    if (offered.length === 0) return;
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = moves[event.key];
    if (step !== undefined) setAt((at + step + offered.length) % offered.length);
    else if (event.key === 'Escape') setOffered([]);
    else if (event.key === 'Tab' || event.key === 'Enter') take(offered[at] as Completion);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="sql-edit">
      <textarea
        ref={field}
        class="sql"
        aria-label="SQL statement"
        spellcheck={false}
        rows={Math.min(18, Math.max(6, value.split('\n').length + 1))}
        value={value}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-controls="sql-names"
        onInput={(event) => {
          onInput(event.currentTarget.value);
          offer(event.currentTarget.value, event.currentTarget.selectionStart);
        }}
        onKeyDown={onKey}
        onBlur={() => setTimeout(() => setOffered([]), 150)}
      />
      <ul id="sql-names" class="sql-names" role="listbox" aria-label="Names" hidden={offered.length === 0}>
        {offered.map((completion, index) => (
          <li
            key={completion.text}
            role="option"
            aria-selected={index === at}
            class={index === at ? 'on' : ''}
            onMouseDown={(event) => {
              event.preventDefault();
              take(completion);
            }}
          >
            <code>{completion.text}</code>
            <span class="muted small">{completion.note}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
