import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import type { Resource } from '../../data/use-get.js';
import { confirm } from '../../parts/dialog.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { Card } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { State, type Shape } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import { href, query } from '../../shell/router.js';

type Endpoint = Schemas['WebhookEndpoint'];

const STATES: Readonly<Record<Endpoint['status'], { readonly shape: Shape; readonly word: string }>> = {
  active: { shape: 'completed', word: 'Active' },
  paused: { shape: 'pending', word: 'Paused' },
  disabled: { shape: 'failed', word: 'Disabled' },
  removed: { shape: 'cancelled', word: 'Removed' },
};

/** Who is told what. */
export function Endpoints({
  resource,
  endpoints,
  current,
  onChanged,
}: {
  readonly resource: Resource<unknown>;
  readonly endpoints: readonly Endpoint[];
  readonly current: string | undefined;
  readonly onChanged: () => void;
}): JSX.Element {
  return (
    <Card
      className="clip"
      title="Endpoints"
      more={
        current !== undefined && (
          <a class="prose-link" href={href('/webhooks', { status: query.value.get('status') })}>
            Deliveries to all endpoints
          </a>
        )
      }
    >
      {resource.isLoading && <Skeleton rows={3} />}
      {resource.error && <Failure error={resource.error} onRetry={resource.reload} />}
      {!resource.isLoading && !resource.error && endpoints.length === 0 && (
        <Empty
          icon="hook"
          title="No endpoints yet"
          command="casparian webhook add https://example.com/hook --events 'job.*'"
        >
          An endpoint gets events as signed requests. Add one here, or type
        </Empty>
      )}
      {endpoints.length > 0 && (
        <ul class="ends">
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.id}
              endpoint={endpoint}
              isCurrent={endpoint.id === current}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function EndpointRow({
  endpoint,
  isCurrent,
  onChanged,
}: {
  readonly endpoint: Endpoint;
  readonly isCurrent: boolean;
  readonly onChanged: () => void;
}): JSX.Element {
  const { id, url, events, status, status_reason: reason, failing_since: failingSince, description } = endpoint;
  const { shape, word } = STATES[status];
  const params = { id };
  const run = (work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>): void =>
    void act(work, { done, ...(undo && { undo: () => undo().then(onChanged) }) }).then(onChanged);
  const pause = (): Promise<unknown> => client.post('/v1/webhook-endpoints/{id}/pause', { params });
  const resume = (): Promise<unknown> => client.post('/v1/webhook-endpoints/{id}/resume', { params });
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Remove this endpoint?',
      text: `${url} gets no more events. Its deliveries stay in the list.`,
      yes: 'Remove the endpoint',
      no: 'Keep it',
      isDanger: true,
    });
    if (isSure) run(() => client.delete('/v1/webhook-endpoints/{id}', { params }), 'The endpoint is removed');
  };
  return (
    <li class={isCurrent ? 'on' : ''}>
      <div class="end-s">
        <State shape={shape}>{word}</State>
      </div>
      <div class="grow">
        <a
          class="main cut block"
          href={href('/webhooks', { endpoint: isCurrent ? undefined : id, status: query.value.get('status') })}
          title={url}
        >
          {url}
        </a>
        <p class="muted small">
          {events.map((name) => (
            <code key={name}>{name} </code>
          ))}
          {description !== null && <span> {description}</span>}
        </p>
        {reason !== null && <p class="note-bad small">{reason}</p>}
        {failingSince !== null && (
          <p class="note-bad small">
            failing since <Time at={failingSince} />
          </p>
        )}
      </div>
      <div class="end-acts">
        <button
          class="btn btn-s"
          type="button"
          onClick={() =>
            run(() => client.post('/v1/webhook-endpoints/{id}/test', { params }), 'A test event is on its way')
          }
        >
          Send a test
        </button>
        {status === 'active' ? (
          <button class="btn btn-s" type="button" onClick={() => run(pause, 'Deliveries wait', resume)}>
            Pause
          </button>
        ) : (
          <button class="btn btn-s" type="button" onClick={() => run(resume, 'Deliveries are sent again')}>
            Resume
          </button>
        )}
        <button class="btn btn-s" type="button" onClick={() => void remove()}>
          Remove…
        </button>
      </div>
    </li>
  );
}
