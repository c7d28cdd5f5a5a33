import type { JSX } from 'preact';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { useGet } from '../../data/use-get.js';
import { parseExactJson } from '../../../../src/client/index.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { JsonTree } from '../../parts/json-tree.js';
import { Id, numberText } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Pill, State } from '../../parts/state.js';
import { durationText, exactTime, preciseTime } from '../../parts/time.js';
import { href, setQuery } from '../../shell/router.js';
import { DELIVERY_STATES } from './webhooks.js';

interface Attempt {
  readonly at: string | null;
  readonly duration_ms: number | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly response_headers: string | Readonly<Record<string, string>> | null;
  readonly response_body: string | null;
}

/** What was sent, and what came back each time. */
export function DeliveryDrawer({
  id,
  onChanged,
}: {
  readonly id: string;
  readonly onChanged: () => void;
}): JSX.Element {
  const { data, error, isLoading } = useGet(
    '/v1/webhook-deliveries/{id}',
    { params: { id } },
    { live: ['job'], everyMs: 5_000 },
  );
  const state = data && DELIVERY_STATES[data.status];
  const redeliver = (): Promise<void> =>
    act(() => client.post('/v1/webhook-deliveries/{id}/redeliver', { params: { id } }), {
      done: 'It is sent again',
    }).then((sent) => {
      onChanged();
      if (sent) setQuery({ delivery: sent.id });
    });
  return (
    <Drawer
      title={
        <span class="row gap-8">
          <h2 class="cut">{data?.event_type ?? 'Delivery'}</h2>
          {state && <Pill shape={state.shape}>{state.word}</Pill>}
        </span>
      }
      onClose={() => setQuery({ delivery: undefined })}
      foot={
        data && (
          <button class="btn btn-1" type="button" onClick={() => void redeliver()}>
            Send it again
          </button>
        )
      }
    >
      {isLoading && <Skeleton rows={5} />}
      {error && <Failure error={error} />}
      {data && (
        <>
          <div class="sec">
            {data.error !== null && <p class="note-bad">{data.error}</p>}
            <Facts
              facts={[
                ['To', data.request?.url ?? 'a removed endpoint'],
                ['Event', <Id id={data.event_id} />],
                [
                  'Job',
                  <a class="prose-link" href={href(`/jobs/${data.job_id}`)}>
                    {<Id id={data.job_id} />}
                  </a>,
                ],
                data.original_id !== null && ['Repeats', <Id id={data.original_id} />],
                data.created_at !== null && ['Created', exactTime(data.created_at)],
              ]}
            />
          </div>
          {data.request && (
            <div class="sec">
              <h3>Request</h3>
              <pre class="raw hook-h" tabIndex={0}>
                {`POST ${data.request.url}\n${Object.entries(data.request.headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n')}\n`}
                <span class="muted">and the signatures of the attempt</span>
              </pre>
              <Body text={data.request.body} />
            </div>
          )}
          <div class="sec">
            <h3>
              {data.attempt_log.length === 0 ? 'Not sent yet' : `Responses, ${numberText(data.attempt_log.length)}`}
            </h3>
            {(data.attempt_log as unknown as readonly Attempt[]).toReversed().map((attempt, index) => (
              <AttemptView key={index} attempt={attempt} isOpen={index === 0} />
            ))}
          </div>
        </>
      )}
    </Drawer>
  );
}

function AttemptView({ attempt, isOpen }: { readonly attempt: Attempt; readonly isOpen: boolean }): JSX.Element {
  const isGood = attempt.error === null;
  const headers = headerLines(attempt.response_headers);
  return (
    <details class="attempt" open={isOpen}>
      <summary>
        <State shape={isGood ? 'completed' : 'failed'}>{attempt.http_status ?? 'no response'}</State>{' '}
        <span class="muted small">
          {attempt.at !== null && preciseTime(Date.parse(attempt.at))}
          {attempt.duration_ms !== null && `, ${durationText(attempt.duration_ms)}`}
        </span>
      </summary>
      {attempt.error !== null && <p class="note-bad small">{attempt.error}</p>}
      {headers !== '' && (
        <pre class="raw hook-h" tabIndex={0}>
          {headers}
        </pre>
      )}
      {attempt.response_body !== null && attempt.response_body !== '' && <Body text={attempt.response_body} />}
    </details>
  );
}

function headerLines(headers: Attempt['response_headers']): string {
  if (headers === null) return '';
  const named = typeof headers === 'string' ? (JSON.parse(headers) as Record<string, string>) : headers;
  return Object.entries(named)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** As a tree if it is JSON, otherwise as it is. What a receiver sends is only ever text here. */
function Body({ text }: { readonly text: string }): JSX.Element {
  try {
    const value = parseExactJson(text);
    if (typeof value === 'object' && value !== null) return <JsonTree value={value} />;
  } catch {
    // Not JSON.
  }
  return (
    <pre class="raw hook-b" tabIndex={0}>
      {text}
    </pre>
  );
}
