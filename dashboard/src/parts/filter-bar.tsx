import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../shell/keys.js';
import { chipsOf, filterText, type Chip, parseChip, quoted } from './filter-text.js';
import { Icon } from './icon.js';
import { numberText } from './number.js';

/** A value that completion offers, with how many rows it would leave. */
export interface Offer {
  readonly value: string;
  readonly count?: number | undefined;
  readonly note?: string | undefined;
}

/** A word that a filter can begin with: `status:failed`. */
export interface Qualifier {
  readonly name: string;
  readonly hint: string;
  readonly offers?: () => readonly Offer[] | Promise<readonly Offer[]>;
}

/**
 * A filter as text: `status:failed -type:verify openpyxl`. What is complete is a chip; Backspace takes the last one back as text. The text is in the
 * address, so a filter can be sent to a colleague.
 */
export function FilterBar({
  text,
  qualifiers,
  onChange,
  placeholder,
}: {
  readonly text: string;
  readonly qualifiers: readonly Qualifier[];
  readonly onChange: (text: string) => void;
  readonly placeholder: string;
}): JSX.Element {
  const chips = chipsOf(text);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const offers = useOffers(typed, qualifiers, isOpen);
  useKeys({ '/': () => input.current?.focus() });

  const add = (raw: string): void => {
    const trimmed = raw.trim();
    setTyped('');
    setAt(-1);
    if (trimmed !== '') onChange(filterText([...chips, parseChip(trimmed)]));
  };
  const accept = (offer: Offer): void => {
    const [, sign = '', name] = /^(-?)(?:([\w.]+):)?/.exec(typed) ?? [];
    if (name === undefined) {
      setTyped(`${sign}${offer.value}`);
      setAt(-1);
      input.current?.focus();
    } else add(`${sign}${name}:${quoted(offer.value)}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = offers[at];
    // A blank ends a chip, unless it is inside of quotes.
    const isWhole = (typed.match(/"/g) ?? []).length % 2 === 0;
    if (event.key === 'ArrowDown') setAt(Math.min(offers.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(-1, at - 1));
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) accept(chosen);
    else if (event.key === 'Enter' || (event.key === ' ' && isWhole && /^-?[\w.]+:./.test(typed))) add(typed);
    else if (event.key === 'Escape') {
      setTyped('');
      input.current?.blur();
    } else if (event.key === 'Backspace' && typed === '' && chips.length > 0) {
      setTyped(filterText(chips.slice(-1)));
      onChange(filterText(chips.slice(0, -1)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="filter-place">
      <div class="filter" role="search" onClick={() => input.current?.focus()}>
        <Icon name="search" small />
        {chips.map((chip, index) => (
          <ChipView
            key={index}
            chip={chip}
            onRemove={() => onChange(filterText(chips.filter((_, other) => other !== index)))}
          />
        ))}
        <input
          ref={input}
          class="filter-input mono"
          role="combobox"
          aria-label="Filter"
          aria-expanded={isOpen && offers.length > 0}
          aria-controls={isOpen && offers.length > 0 ? 'filter-offers' : undefined}
          aria-activedescendant={at >= 0 ? `filter-offer-${at}` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder={chips.length === 0 ? placeholder : 'Add a filter'}
          value={typed}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            setAt(-1);
          }}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(-1);
          }}
          onKeyDown={onKeyDown}
        />
        {chips.length > 0 && (
          <button
            class="btn btn-q btn-i btn-s"
            type="button"
            aria-label="Remove all filters"
            onClick={() => onChange('')}
          >
            <Icon name="x" small />
          </button>
        )}
        <kbd>/</kbd>
      </div>
      {isOpen && offers.length > 0 && (
        <ul class="menu filter-menu" id="filter-offers" role="listbox" aria-label="Completions">
          {offers.map((offer, index) => (
            <li
              key={offer.value}
              id={`filter-offer-${index}`}
              role="option"
              aria-selected={index === at}
              class={index === at ? 'on' : ''}
              onMouseDown={(event) => {
                event.preventDefault();
                accept(offer);
              }}
            >
              <code>{offer.value}</code>
              {offer.note !== undefined && <span class="muted small">{offer.note}</span>}
              {offer.count !== undefined && <span class="n">{numberText(offer.count)}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ChipView({ chip, onRemove }: { readonly chip: Chip; readonly onRemove: () => void }): JSX.Element {
  const { isNot, name, value } = chip;
  return (
    <span class={isNot ? 'chip not' : 'chip'}>
      {isNot && <b>not</b>}
      {name !== undefined && <b>{name}</b>}
      <span class="chip-v">{value}</span>
      <button type="button" aria-label={`Remove the filter ${filterText([chip])}`} onClick={onRemove}>
        <Icon name="x" small />
      </button>
    </span>
  );
}

const MAX_OFFERS = 10;

/** Qualifiers while the name is typed, then their values. */
function useOffers(typed: string, qualifiers: readonly Qualifier[], isOpen: boolean): readonly Offer[] {
  const [, sign = '', name, value = ''] = /^(-?)(?:([\w.]+):)?(.*)$/.exec(typed) ?? [];
  const [known, setKnown] = useState<{ name: string; offers: readonly Offer[] }>();
  const qualifier = qualifiers.find((one) => one.name === name);
  useEffect(() => {
    if (!isOpen || !qualifier?.offers || name === undefined) return;
    void Promise.resolve(qualifier.offers()).then(
      (offers) => setKnown({ name, offers }),
      () => setKnown(undefined),
    );
  }, [name, isOpen]);
  if (name !== undefined) {
    const offers = known?.name === name ? known.offers : [];
    return offers
      .filter((offer) => offer.value.toLowerCase().includes(value.toLowerCase().replaceAll('"', '')))
      .slice(0, MAX_OFFERS);
  }
  const wanted = typed.slice(sign.length).toLowerCase();
  return qualifiers
    .filter((one) => one.name.startsWith(wanted))
    .slice(0, MAX_OFFERS)
    .map((one) => ({ value: `${one.name}:`, note: one.hint }));
}
