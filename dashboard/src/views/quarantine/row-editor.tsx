import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may, whyNot } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { fileName, textOfJson, valueText } from '../../parts/cell-value.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { numberText, shortId } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import { State } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import { useKeys } from '../../shell/keys.js';
import { href, setQuery } from '../../shell/router.js';
import { askReason } from './actions.js';

type Row = Schemas['QuarantinedRowDetail'];
type Check = {
  readonly valid: boolean;
  readonly errors: readonly { readonly column: string | null; readonly message: string }[];
  readonly values: Readonly<Record<string, string | null>>;
};

/** One row: the record as the file has it, its fields, and what a correction would make of it. */
export function RowEditor({ id, onChanged }: { readonly id: string; readonly onChanged: () => void }): JSX.Element {
  const row = useGet('/v1/quarantine/{id}', { params: { id } }, { live: ['file', 'job'] });
  const close = (): void => setQuery({ row: null });
  useKeys({ Escape: close });
  return (
    <aside class="pane q-editor" aria-label="Row editor">
      <div class="pane-h">
        <h2 class="nowrap">{row.data ? `Row ${numberText(row.data.row_number)}` : 'Row'}</h2>
        {row.data && (
          <a class="muted cut" href={href(`/files/${row.data.file_id}`)} title={row.data.source}>
            {fileName(row.data.source)}
          </a>
        )}
        <span class="right row gap-4">
          <kbd>K</kbd>
          <kbd>J</kbd>
          <button class="btn btn-q btn-i" type="button" aria-label="Close the row" onClick={close}>
            <Icon name="x" />
          </button>
        </span>
      </div>
      {row.isLoading && <Skeleton rows={6} />}
      {row.error && <Failure error={row.error} onRetry={row.reload} />}
      {row.data && (
        <Editor
          row={row.data}
          onChanged={() => {
            row.reload();
            onChanged();
          }}
        />
      )}
    </aside>
  );
}

function Editor({ row, onChanged }: { readonly row: Row; readonly onChanged: () => void }): JSX.Element {
  const raw = (row.raw ?? {}) as Record<string, unknown>;
  const isWhole = Object.keys(raw).length === 1 && '_raw' in raw;
  const [edits, setEdits] = useState<Readonly<Record<string, string | null>>>({});
  const [isEditingAll, setEditingAll] = useState(isWhole);
  const [check, setCheck] = useState<Check>();
  const bad = new Map(row.errors.map(({ column, error_message }) => [column, error_message]));
  const names = [...new Set([...(isWhole ? [] : Object.keys(raw)), ...row.columns.map(({ name }) => name)])];
  const isOpen = row.status === 'quarantined';
  const canEdit = isOpen && may('data:write');
  const values = isWhole ? Object.fromEntries(names.map((name) => [name, edits[name] ?? null])) : edits;
  const hasEdits = Object.keys(edits).length > 0;

  useEffect(() => {
    setCheck(undefined);
    if (!hasEdits) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      client
        .post('/v1/quarantine/{id}/check', { params: { id: row.id }, body: { values }, signal: stop.signal })
        .then(setCheck, (error: unknown) => {
          if (!stop.signal.aborted)
            setCheck({ valid: false, values: {}, errors: [{ column: null, message: (error as Error).message }] });
        });
    }, 250);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [JSON.stringify(edits)]);

  const save = async (): Promise<void> => {
    if (!hasEdits) return;
    const saved = await act(
      () => client.post('/v1/quarantine/{id}/correct', { params: { id: row.id }, body: { values } }),
      { done: `Row ${numberText(row.row_number)} is corrected and replayed` },
    );
    if (saved === undefined) return;
    setEdits({});
    onChanged();
  };
  const discard = async (): Promise<void> => {
    const reason = await askReason(1);
    if (reason === undefined) return;
    const { job_id: job, row_number } = row;
    const done = await act(() => client.post('/v1/quarantine/discard', { body: { job, rows: [row_number], reason } }), {
      done: `Row ${numberText(row_number)} is discarded`,
      undo: () => client.post('/v1/quarantine/restore', { body: { job, rows: [row_number] } }),
    });
    if (done) onChanged();
  };
  useKeys({ 'Ctrl+Enter': () => (canEdit ? void save() : false), e: () => setEditingAll(true) });
  return (
    <>
      <div class="inset grow">
        <h3>As the file has it</h3>
        <RawRow raw={raw} isWhole={isWhole} bad={bad} />
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {isWhole && (
            <p class="small note-bad">{row.error_message}. The record could not be split, so give every value.</p>
          )}
          {names.map((name) => (
            <Field
              key={name}
              name={name}
              demand={row.columns.find((column) => column.name === name)}
              value={raw[name]}
              problem={bad.get(name)}
              edited={edits[name]}
              isEditable={canEdit && (bad.has(name) || isEditingAll)}
              check={check}
              onEdit={(value) => setEdits({ ...edits, [name]: value })}
            />
          ))}
        </form>
        {canEdit && !isEditingAll && names.length > bad.size && (
          <button class="btn btn-q btn-s" type="button" onClick={() => setEditingAll(true)}>
            <Icon name="edit" small />
            Edit the other columns
          </button>
        )}
        {check && check.errors.some(({ column }) => column === null || !names.includes(column)) && (
          <p class="small note-bad">{check.errors.map(({ message }) => message).join('; ')}</p>
        )}
        <History row={row} />
      </div>
      {isOpen && (
        <div class="foot-bar">
          {may('data:write') ? (
            <>
              <button
                class="btn btn-1"
                type="button"
                disabled={!hasEdits || check?.valid === false}
                onClick={() => void save()}
              >
                Save and replay
              </button>
              <button class="btn" type="button" onClick={() => void discard()}>
                Discard row…
              </button>
              <span class="right muted tiny">
                <kbd>Ctrl ↵</kbd>
              </span>
            </>
          ) : (
            <span class="small soft">{whyNot('correct rows')}</span>
          )}
        </div>
      )}
    </>
  );
}

/** The record with its bad cells marked. */
function RawRow({
  raw,
  isWhole,
  bad,
}: {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly isWhole: boolean;
  readonly bad: ReadonlyMap<string | null, string>;
}): JSX.Element {
  if (isWhole)
    return (
      <div class="raw" tabIndex={0}>
        <span class="bad">{valueText(raw['_raw'])}</span>
      </div>
    );
  return (
    <div class="raw" tabIndex={0}>
      {Object.entries(raw).map(([name, value], at) => {
        const text = valueText(value);
        return (
          <span key={name}>
            {at > 0 && <span class="muted"> | </span>}
            {bad.has(name) ? <span class="bad">{text === '' ? '(empty)' : text}</span> : text}
          </span>
        );
      })}
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly demand: Row['columns'][number] | undefined;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly edited: string | null | undefined;
  readonly isEditable: boolean;
  readonly check: Check | undefined;
  readonly onEdit: (value: string | null) => void;
}

function Field({ name, demand, value, problem, edited, isEditable, check, onEdit }: FieldProps): JSX.Element {
  const text = valueText(value);
  const said = check?.errors.find(({ column }) => column === name)?.message;
  const stored = check?.valid === true && name in check.values ? check.values[name] : undefined;
  return (
    <div class={problem === undefined ? 'fld' : 'fld is-bad'}>
      <label for={`f-${name}`}>
        {name}
        {demand !== undefined && <small>{demandText(demand)}</small>}
      </label>
      {problem === undefined && !isEditable ? (
        <span class="val" id={`f-${name}`}>
          {text === '' ? <i class="muted">empty</i> : text}
        </span>
      ) : (
        <span class="val">{problem !== undefined && <s class="note-bad">{text === '' ? '(empty)' : text}</s>}</span>
      )}
      {problem !== undefined && <span class="note note-bad">{problem}</span>}
      {isEditable && (
        <span class="fld-input">
          <input
            class="input mono"
            id={`f-${name}`}
            value={edited === undefined ? text : (edited ?? '')}
            onInput={(event) => onEdit(event.currentTarget.value)}
          />
        </span>
      )}
      {edited !== undefined && said !== undefined && <span class="note note-bad">{said}</span>}
      {edited !== undefined && stored !== undefined && (
        <span class="note">
          <State shape="completed">{stored === null ? 'Stored as null' : `Stored as ${stored}`}</State>
        </span>
      )}
    </div>
  );
}

function demandText({ declaration, required }: Row['columns'][number]): string {
  const declared = declaration as string | Record<string, unknown>;
  if (typeof declared === 'string') return `${declared.replace(/!$/, '')}${required ? ', required' : ''}`;
  const { type, required: _, ...rest } = declared;
  const more = Object.entries(rest).map(([name, value]) =>
    name === 'enum' ? `one of ${(value as unknown[]).join(', ')}` : `${name} ${valueText(value)}`,
  );
  return [String(type), ...(required ? ['required'] : []), ...more].join(', ');
}

/** What happened to the row, oldest first. */
function History({ row }: { readonly row: Row }): JSX.Element {
  return (
    <>
      <ul class="hist-l">
        <li>
          <span class="muted">
            <Time at={row.created_at} />
          </span>
          <span>
            Quarantined: {row.error_message}.{' '}
            <a class="prose-link" href={href(`/jobs/${row.job_id}`)}>
              Job {shortId(row.job_id)}
            </a>
          </span>
        </li>
        {row.corrections.map((correction) => (
          <li key={correction.id}>
            <span class="muted">
              <Time at={correction.corrected_at} />
            </span>
            <span>
              Corrected by {correction.actor ?? 'unknown'}:{' '}
              {correction.columns.map(({ name, old, new: value }) => (
                <span key={name}>
                  {name} <s>{textOfJson(old)}</s> → <b>{value ?? 'null'}</b>{' '}
                </span>
              ))}
              {correction.used_by !== null && (
                <a class="prose-link" href={href(`/jobs/${correction.used_by}`)}>
                  in the dataset
                </a>
              )}
            </span>
          </li>
        ))}
        {row.status !== 'quarantined' && (
          <li>
            <span class="muted">
              <Time at={row.resolved_at} />
            </span>
            <span>
              {row.status}
              {row.reason !== null && `: ${row.reason}`}{' '}
              {row.resolved_by !== null && (
                <a class="prose-link" href={href(`/jobs/${row.resolved_by}`)}>
                  Job {shortId(row.resolved_by)}
                </a>
              )}
            </span>
          </li>
        )}
      </ul>
      {row.status === 'quarantined' && (
        <p class="tiny muted tail">The original stays beside the correction, with your name and the time.</p>
      )}
    </>
  );
}
