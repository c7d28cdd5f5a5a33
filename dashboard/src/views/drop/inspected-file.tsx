import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { CellValue } from '../../parts/cell-value.js';
import { CopyButton } from '../../parts/copy.js';
import { confirm } from '../../parts/dialog.js';
import { counted, numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { href, navigate } from '../../shell/router.js';
import { type Answers, bodyOf, commandOf, datasetNameOf, type Inspection } from './answers.js';
import { ColumnTypes } from './column-types.js';
import { Questions } from './questions.js';
import { WhatItIs } from './what-it-is.js';

/** What was found in the file, what is open, and what would be stored. */
export function InspectedFile({
  inspection,
  answers,
  isBusy,
  onAnswer,
  onMade,
}: {
  readonly inspection: Inspection;
  readonly answers: Answers;
  readonly isBusy: boolean;
  readonly onAnswer: (answers: Answers) => void;
  readonly onMade: () => void;
}): JSX.Element {
  return (
    <>
      <div class="cols c-drop">
        <WhatItIs inspection={inspection} answers={answers} onAnswer={onAnswer} />
        <div class="stack">
          <Questions inspection={inspection} answers={answers} onAnswer={onAnswer} />
          <ColumnTypes inspection={inspection} answers={answers} onAnswer={onAnswer} />
          <StoredRows inspection={inspection} />
          <WhatYouGet inspection={inspection} />
        </div>
      </div>
      <MakeDataset inspection={inspection} answers={answers} isBusy={isBusy} onMade={onMade} />
    </>
  );
}

function StoredRows({ inspection }: { readonly inspection: Inspection }): JSX.Element {
  const names = inspection.columns.map(({ name }) => name);
  return (
    <Card className="clip" title="As it will be stored">
      <div class="scroll-x" tabIndex={0} role="region" aria-label="As it will be stored">
        <table class="t t-dense" aria-label="As it will be stored">
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th class="num" scope="col">
                _cf_row
              </th>
            </tr>
          </thead>
          <tbody>
            {inspection.items.map((row, at) => (
              <tr key={at}>
                {names.map((name) => (
                  <td key={name} class="mono cell-cut">
                    <CellValue value={row[name]} />
                  </td>
                ))}
                <td class="num muted">{numberText(Number(row['_cf_row']))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {inspection.items.length === 0 && <p class="inset soft">No row would be stored.</p>}
    </Card>
  );
}

function WhatYouGet({ inspection }: { readonly inspection: Inspection }): JSX.Element {
  const { accounting, problems, notes } = inspection;
  return (
    <Card title="What you will get">
      <div class="card-b">
        {accounting && (
          <div class="balance small-b">
            <span class="q">
              <b>{numberText(accounting.lines)}</b> <span class="muted">lines</span>
            </span>
            <span class="op">=</span>
            {accounting.preamble > 0 && (
              <>
                <span class="q">
                  <b>{numberText(accounting.preamble)}</b> <span class="muted">preamble</span>
                </span>
                <span class="op">+</span>
              </>
            )}
            <span class="q">
              <b>{numberText(accounting.header)}</b> <span class="muted">header</span>
            </span>
            <span class="op">+</span>
            <span class="q">
              <i class="key k-completed" />
              <b>{numberText(accounting.valid)}</b> <span class="muted">valid</span>
            </span>
            <span class="op">+</span>
            <span class="q">
              <i class="key k-warning" />
              <b>{numberText(accounting.quarantined)}</b> <span class="muted">quarantined</span>
            </span>
            {accounting.skipped > 0 && (
              <>
                <span class="op">+</span>
                <span class="q">
                  <i class="key k-pending" />
                  <b>{numberText(accounting.skipped)}</b> <span class="muted">skipped</span>
                </span>
              </>
            )}
          </div>
        )}
        {problems.length > 0 && (
          <ul class="problems small">
            {problems.slice(0, 8).map(({ row, column, message }) => (
              <li key={`${row} ${column ?? ''}`}>
                <b>Row {numberText(row)}</b> {column === null ? '' : `${column}: `}
                {message}
              </li>
            ))}
          </ul>
        )}
        {notes.map((note) => (
          <p key={note} class="small soft">
            {note}
          </p>
        ))}
      </div>
    </Card>
  );
}

function MakeDataset({
  inspection,
  answers,
  isBusy,
  onMade,
}: {
  readonly inspection: Inspection;
  readonly answers: Answers;
  readonly isBusy: boolean;
  readonly onMade: () => void;
}): JSX.Element {
  const [name, setName] = useState(datasetNameOf(inspection.name));
  const open = inspection.columns.filter(
    ({ name: column, alternatives }) => alternatives.length > 0 && !(column in answers.types),
  ).length;
  const make = async (existing: boolean): Promise<void> => {
    const body = { dataset: name, existing, ...bodyOf(answers) };
    const made = await act(
      async () => {
        try {
          return await client.post('/v1/inspections/{id}/dataset', { params: { id: inspection.id }, body });
        } catch (error) {
          if ((error as { code?: string }).code !== 'DATASET_EXISTS') throw error;
          return 'exists' as const;
        }
      },
      { done: (result) => (result === 'exists' ? '' : `A job reads ${inspection.name} into ${name}`) },
    );
    if (made === 'exists') {
      const isYes = await confirm({
        title: `Add the rows to ${name}?`,
        text: 'This dataset exists. The rows must satisfy its contract, not the types on this page.',
        ...{ yes: `Add to ${name}`, no: 'Choose another name' },
      });
      return isYes ? make(true) : undefined;
    }
    if (made === undefined) return;
    onMade();
    navigate(href('/files', { path: inspection.name }));
  };
  const command = commandOf(inspection.name, answers);
  return (
    <form
      class="dock"
      onSubmit={(event) => {
        event.preventDefault();
        void make(false);
      }}
    >
      <label class="row">
        Dataset
        <input
          class="input mono"
          value={name}
          required
          pattern="[A-Za-z_][A-Za-z0-9_\-]*"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <span class="muted small grow row dock-command">
        or <code class="cut">{command}</code> <CopyButton text={command} label="Copy the command" />
      </span>
      {open > 0 && (
        <span class="small ask-t">
          {counted(open, 'question')} open: {open === 1 ? 'it is' : 'they are'} kept as text
        </span>
      )}
      <button class="btn btn-1" type="submit" disabled={isBusy}>
        Make the dataset
      </button>
    </form>
  );
}
