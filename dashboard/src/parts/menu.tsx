import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { holdUpdates } from '../data/live.js';
import { useKeys } from '../shell/keys.js';

/** A button that opens something below itself. */
export function MenuButton({
  label,
  className = 'btn',
  button,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly button: ComponentChildren;
  readonly children: (close: () => void) => ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const close = (): void => setOpen(false);
  return (
    <div class="menu-place" ref={place}>
      <button
        class={className}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <OpenMenu place={place.current} close={close}>
          {children(close)}
        </OpenMenu>
      )}
    </div>
  );
}

function OpenMenu({
  place,
  close,
  children,
}: {
  readonly place: Element | null;
  readonly close: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  useKeys({ Escape: close });
  useEffect(() => {
    const release = holdUpdates();
    const outside = (event: Event): void => {
      if (!place?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      release();
      document.removeEventListener('pointerdown', outside);
    };
  }, []);
  return <div class="menu menu-open">{children}</div>;
}
