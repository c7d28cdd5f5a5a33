import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may, whyNot } from '../../data/session.js';
import { Empty } from '../../parts/empty.js';
import { Icon } from '../../parts/icon.js';
import { numberText, sizeText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { State } from '../../parts/state.js';
import { type Answers, bodyOf, type Inspection, NO_ANSWERS } from './answers.js';
import { InspectedFile } from './inspected-file.js';
import './drop.css';

/** What is this file, what does the machine not know, what will I get. */
export default function Drop(): JSX.Element {
  const [inspection, setInspection] = useState<Inspection>();
  const [answers, setAnswers] = useState<Answers>(NO_ANSWERS);
  const [isBusy, setBusy] = useState(false);
  const held = useRef<string>();

  const take = async (file: File): Promise<void> => {
    setBusy(true);
    const found = await act(() => client.post('/v1/inspections', { query: { name: file.name }, body: file }));
    setBusy(false);
    if (found === undefined) return;
    if (held.current !== undefined) forget(held.current);
    held.current = found.id;
    setAnswers(NO_ANSWERS);
    setInspection(found);
  };
  const adjust = async (next: Answers): Promise<void> => {
    if (inspection === undefined) return;
    setBusy(true);
    const found = await act(() =>
      client.post('/v1/inspections/{id}', { params: { id: inspection.id }, body: bodyOf(next) }),
    );
    setBusy(false);
    if (found === undefined) return;
    setAnswers(next);
    setInspection(found);
  };
  useEffect(() => () => void (held.current !== undefined && forget(held.current)), []);
  usePageDrop((file) => void take(file));

  if (!may('data:write')) {
    return (
      <>
        <PageHead title="Drop a file" trail={[{ label: 'Data' }, { label: 'Files', to: '/files' }]} />
        <section class="card">
          <Empty icon="lock" title={whyNot('add files')}>
            An operator can.
          </Empty>
        </section>
      </>
    );
  }
  return (
    <>
      <PageHead
        title={inspection?.name ?? 'Drop a file'}
        trail={[{ label: 'Data' }, { label: 'Files', to: '/files' }]}
        sub={inspection && sizeSentence(inspection)}
      >
        {isBusy && <State shape="running">Reading</State>}
        {inspection && <PickButton label="Another file" onPick={(file) => void take(file)} />}
      </PageHead>
      {inspection ? (
        <InspectedFile
          inspection={inspection}
          answers={answers}
          isBusy={isBusy}
          onAnswer={(next) => void adjust(next)}
          onMade={() => (held.current = undefined)}
        />
      ) : (
        <section class="card drop-zone">
          <Icon name="upload" />
          <b>Drop a file here</b>
          <span class="soft">
            CSV, fixed width, JSON, Excel or Parquet, also compressed. You see what it is before anything is stored.
          </span>
          <PickButton label="Choose a file" isBlack onPick={(file) => void take(file)} />
        </section>
      )}
    </>
  );
}

function sizeSentence({ size_bytes, sampled_bytes, accounting, rows }: Inspection): string {
  const read = accounting ? `${numberText(accounting.lines)} lines` : `${numberText(rows)} rows`;
  const whole =
    sampled_bytes === null
      ? `Read whole: ${read}, not a sample.`
      : `Read the first ${sizeText(sampled_bytes)}: ${read}.`;
  return `${sizeText(size_bytes)}. ${whole} Nothing is stored yet.`;
}

function PickButton({
  label,
  isBlack = false,
  onPick,
}: {
  readonly label: string;
  readonly isBlack?: boolean;
  readonly onPick: (file: File) => void;
}): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button class={isBlack ? 'btn btn-1' : 'btn'} type="button" onClick={() => input.current?.click()}>
        <Icon name="upload" />
        {label}
      </button>
      <input
        ref={input}
        class="sr"
        type="file"
        tabIndex={-1}
        aria-label="The file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
}

/** A file that is not wanted is not kept. */
function forget(id: string): void {
  client.delete('/v1/inspections/{id}', { params: { id } }).catch(() => undefined);
}

/** Takes a file that is dropped anywhere on the page. */
function usePageDrop(onFile: (file: File) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) latest.current(file);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
