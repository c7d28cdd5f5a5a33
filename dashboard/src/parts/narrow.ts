import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

/** Whether the page has the width of a phone, as in phone.css. For drawings, which styles cannot change. */
export const isNarrow = signal(query.matches);
query.addEventListener('change', ({ matches }) => (isNarrow.value = matches));
