import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Facts } from '../../parts/facts.js';
import { counted, numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import type { Answers, Inspection } from './answers.js';

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'space',
};

/** The format of the file and its first lines with their roles. */
export function WhatItIs({
  inspection,
  answers,
  onAnswer,
}: {
  readonly inspection: Inspection;
  readonly answers: Answers;
  readonly onAnswer: (answers: Answers) => void;
}): JSX.Element {
  const [isChanging, setChanging] = useState(false);
  const { dialect, format, compression } = inspection;
  const isDelimited = format === 'delimited';
  return (
    <Card
      className="clip"
      title="What it is"
      more={
        isDelimited && (
          <button
            class="prose-link link-b"
            type="button"
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            Change
          </button>
        )
      }
    >
      <div class="card-b">
        <Facts
          facts={[
            [
              'Format',
              `${format === 'delimited' ? 'Text' : format.replaceAll('_', ' ')}${dialect.delimiter === null ? '' : `, separated by ${DELIMITERS[dialect.delimiter] ?? dialect.delimiter}`}${compression === 'none' ? '' : `, ${compression}`}`,
            ],
            dialect.encoding !== null && ['Encoding', dialect.encoding],
            dialect.quote !== null && ['Quote', <code key="q">{dialect.quote}</code>],
            dialect.header_lines !== null && ['Header', headerText(dialect.header_lines, dialect.preamble_lines ?? 0)],
          ]}
        />
        {isChanging && <DialectForm inspection={inspection} answers={answers} onAnswer={onAnswer} />}
      </div>
      {inspection.lines && <FirstLines inspection={inspection} />}
    </Card>
  );
}

function headerText(lines: number, preamble: number): string {
  if (lines === 0) return 'none';
  return preamble === 0
    ? lines === 1
      ? 'line 1'
      : `lines 1 to ${lines}`
    : `line ${preamble + 1}, after ${counted(preamble, 'line')} of preamble`;
}

function DialectForm({
  inspection,
  answers,
  onAnswer,
}: {
  readonly inspection: Inspection;
  readonly answers: Answers;
  readonly onAnswer: (answers: Answers) => void;
}): JSX.Element {
  const { dialect, encodings } = inspection;
  const number = (data: FormData, name: string, before: number | null): number | undefined => {
    const given = data.get(name);
    return typeof given !== 'string' || given === '' || Number(given) === before ? undefined : Number(given);
  };
  return (
    <form
      class="dialect-form"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const text = (name: string): string | undefined => {
          const given = data.get(name);
          return typeof given === 'string' && given !== '' ? given : undefined;
        };
        const delimiter = text('delimiter');
        const encoding = text('encoding');
        onAnswer({
          ...answers,
          delimiter: delimiter === dialect.delimiter ? answers.delimiter : delimiter,
          encoding: encoding === dialect.encoding ? answers.encoding : encoding,
          header_lines: number(data, 'header_lines', dialect.header_lines) ?? answers.header_lines,
          skip_lines: number(data, 'skip_lines', dialect.preamble_lines) ?? answers.skip_lines,
        });
      }}
    >
      <label>
        Delimiter
        <select class="select" name="delimiter" defaultValue={dialect.delimiter ?? ','}>
          {[...new Set([dialect.delimiter ?? ',', ...Object.keys(DELIMITERS)])].map((one) => (
            <option key={one} value={one} selected={one === dialect.delimiter}>
              {DELIMITERS[one] ?? one}
            </option>
          ))}
        </select>
      </label>
      <label>
        Encoding
        <select class="select" name="encoding">
          {[...new Set([dialect.encoding ?? 'utf-8', ...encodings.map(({ name }) => name), 'utf-8', 'cp1252'])].map(
            (one) => (
              <option key={one} value={one} selected={one === dialect.encoding}>
                {one}
              </option>
            ),
          )}
        </select>
      </label>
      <label>
        Header lines
        <input
          class="input"
          name="header_lines"
          type="number"
          min="0"
          max="20"
          defaultValue={String(dialect.header_lines ?? 1)}
        />
      </label>
      <label>
        Lines before it
        <input
          class="input"
          name="skip_lines"
          type="number"
          min="0"
          defaultValue={String(dialect.preamble_lines ?? 0)}
        />
      </label>
      {encodings.length > 0 && (
        <ul class="encodings small">
          {encodings.map(({ name, sample }) => (
            <li key={name}>
              <span class="muted">{name}</span> <code class="cut">{sample}</code>
            </li>
          ))}
        </ul>
      )}
      <button class="btn" type="submit">
        Read it like this
      </button>
    </form>
  );
}

function FirstLines({ inspection }: { readonly inspection: Inspection }): JSX.Element {
  const { lines, skipped, problems, accounting, rows } = inspection;
  const roles = new Map(skipped.map(({ line, kind, reason }) => [line, { kind, reason }]));
  const bad = new Set(problems.map(({ row }) => row));
  // A quoted text can have line breaks. Then a line is not a row, and rows are not numbered here.
  const isLinePerRow = accounting === null || accounting.valid + accounting.quarantined === rows;
  let row = 0;
  return (
    <>
      <ol class="lines" tabIndex={0} aria-label="First lines">
        {(lines ?? []).map(({ line, text }) => {
          const role = roles.get(line);
          const isBlank = !role && text.trim() === '';
          if (!role && !isBlank) row++;
          const isBad = !role && !isBlank && isLinePerRow && bad.has(row);
          return (
            <li key={line} class={role ? (role.kind === 'header' ? 'hd' : 'pre') : isBad ? 'q' : ''}>
              <span class="no">{numberText(line)}</span>
              <span class="role" title={role?.reason}>
                {role?.kind ?? (isBlank ? 'blank' : isLinePerRow ? `row ${numberText(row)}` : '')}
              </span>
              <span>{text}</span>
            </li>
          );
        })}
      </ol>
      {accounting && accounting.lines > (lines?.length ?? 0) && (
        <p class="inset tiny muted">{numberText(accounting.lines - (lines?.length ?? 0))} more lines</p>
      )}
    </>
  );
}
