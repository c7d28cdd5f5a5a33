import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted } from './number.js';
import { preciseTime } from './time.js';

export interface LogLine {
  readonly at: string | null;
  readonly attempt: number;
  readonly level: string;
  readonly message: string;
}

const LINE_PX = 20;
const MARGIN_LINES = 20;

/**
 * Lines of a log. Follows the end while one is there, and stops when one scrolls up. Only the visible lines are in the document, so a log can have
 * hundreds of thousands; with wrapping on, the last 2,000 are shown.
 */
export function Log({
  lines,
  isWrapped = false,
  label,
}: {
  readonly lines: readonly LogLine[];
  readonly isWrapped?: boolean;
  readonly label: string;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 400 });
  const isFollowing = useRef(true);
  const [seen, setSeen] = useState(lines.length);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    if (isFollowing.current) {
      element.scrollTop = element.scrollHeight;
      setSeen(lines.length);
    }
  }, [lines.length, isWrapped]);
  const onScroll = (): void => {
    const element = box.current as HTMLDivElement;
    isFollowing.current = element.scrollTop + element.clientHeight >= element.scrollHeight - LINE_PX;
    if (isFollowing.current) setSeen(lines.length);
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  };
  const first = isWrapped
    ? Math.max(0, lines.length - 2_000)
    : Math.max(0, Math.floor(scroll.top / LINE_PX) - MARGIN_LINES);
  const last = isWrapped
    ? lines.length
    : Math.min(lines.length, Math.ceil((scroll.top + scroll.height) / LINE_PX) + MARGIN_LINES);
  const unseen = lines.length - seen;
  return (
    <div class="log-frame">
      <div
        class={isWrapped ? 'log is-wrapped' : 'log'}
        ref={box}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={label}
        aria-live="off"
      >
        {!isWrapped && <Space lines={first} />}
        <ol>
          {lines.slice(first, last).map(({ at, attempt, level, message }, index) => (
            <li key={first + index} class={classOf(level)}>
              <time>{at === null ? '' : preciseTime(Date.parse(at))}</time>
              <span class="a">#{attempt}</span>
              <span class="lv">{level}</span>
              <span>{message}</span>
            </li>
          ))}
        </ol>
        {!isWrapped && <Space lines={lines.length - last} />}
      </div>
      {unseen > 0 && (
        <button
          class="btn btn-s log-new"
          type="button"
          onClick={() => box.current?.scrollTo({ top: box.current.scrollHeight })}
        >
          {counted(unseen, 'new line')}
        </button>
      )}
    </div>
  );
}

/** As high as lines that are not in the document. */
function Space({ lines }: { readonly lines: number }): JSX.Element {
  return <svg class="log-space" width="1" height={Math.max(0, lines) * LINE_PX} aria-hidden="true" />;
}

function classOf(level: string): string {
  if (level === 'warn' || level === 'warning') return 'warn';
  return level === 'error' || level === 'fatal' ? 'err' : '';
}
