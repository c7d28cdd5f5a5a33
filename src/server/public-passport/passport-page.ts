import type { BatteryLife, PublicField, PublicLink, PublicPassport } from '../../operations/index.js';
import { type Html, html } from './html.js';
import { isWebAddress, numberOf, valueHtml, valueText } from './value-text.js';

const CHECK = html`<path d="M7 11.2l2.7 2.7 5.3-5.6" />`;
const CROSS = html`<path d="M8 8l6 6m0-6l-6 6" />`;
const STOP = html`<path d="M11 6.5v5.5m0 3v.5" />`;

/** The page of a battery: is it genuine, what is it, what do I do with it? Made for 390 pixels; no script, no menu, no sign-in. */
export function passportPage(passport: PublicPassport, { base, checkedAt }: { base: string; checkedAt: Date }): Html {
  const rest = passport.fields.filter(({ path }) => !SHOWN_APART.test(path));
  const documents = rest.filter(({ value }) => typeof value === 'string' && isWebAddress(value));
  const facts = rest.filter((field) => !documents.includes(field) && !HIGHLIGHTS.includes(field.path));
  return document(
    `${nameOf(passport)}, battery passport`,
    base,
    html`${audienceNote(passport)}${seal(passport, base, checkedAt)}${lifeCard(passport.life, base)}${hero(passport)}${footprint(passport.fields)}${recycled(passport.fields)}
      ${SECTIONS.map(([section, title]) =>
        sectionCard(
          title,
          facts.filter((field) => field.section === section),
        ),
      )}${documentsCard(documents)}
      ${restricted(passport)}${checks(passport)}
      <p class="tiny">Version ${passport.versionId}, issued ${day(passport.issuedAt)}</p>`,
  );
}

/** The same for a code that no battery has, and for a version that was never in force: nothing more is said. */
export function unknownPage(base: string): Html {
  return document(
    'Unknown battery passport',
    base,
    html`<div class="seal bad" role="alert">
        ${mark(CROSS)}
        <div>
          <b>No passport with this code is in force</b>It is not from here, was never activated, or the code was
          misread.
        </div>
      </div>
      <section class="card pad">
        <h2>What to do</h2>
        <p>
          Scan the code again, straight and with enough light. If this stays, ask the maker of the battery: a code that
          leads nowhere may be forged.
        </p>
      </section>`,
  );
}

function document(title: string, base: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${base}/icon.svg" />
        <link rel="stylesheet" href="${base}/p.css" />
      </head>
      <body>
        <div class="pub">
          <header>
            <svg class="logo" viewBox="0 0 22 22" aria-hidden="true">
              <circle cx="11" cy="11" r="9.6" />
              <circle cx="11" cy="11" r="4.4" />
            </svg>
            <b>Battery passport</b>
          </header>
          <main>${body}</main>
        </div>
      </body>
    </html> `;
}

function mark(shape: Html): Html {
  return html`<svg class="mark" viewBox="0 0 22 22" aria-hidden="true">
    <circle cx="11" cy="11" r="10" />
    ${shape}
  </svg>`;
}

/** The answer first: revoked and superseded count more than a good signature. */
function seal(passport: PublicPassport, base: string, checkedAt: Date): Html {
  const { status, verification, successorId, isKeyKnown, signingKeyId } = passport;
  const newer = successorId && html` <a href="${base}/p/${successorId}">See the version in force</a>`;
  const checked = `Checked by this server on ${checkedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  if (status === 'REVOKED') {
    const when = passport.revokedAt === null ? '' : ` on ${day(new Date(passport.revokedAt).toISOString())}`;
    return html`<div class="seal bad" role="alert">
      ${mark(CROSS)}
      <div><b>Revoked${when}</b>${passport.revokeReason}. Do not rely on what it says.${newer}</div>
    </div>`;
  }
  if (!verification.ok) {
    const failed = verification.checks.find(({ ok }) => !ok);
    return html`<div class="seal bad" role="alert">
      ${mark(CROSS)}
      <div><b>Not genuine</b>A check failed: ${failed?.reason}. Do not rely on what it says.</div>
    </div>`;
  }
  if (status === 'SIGNED' || status === 'COMPILING') {
    return html`<div class="seal old" role="status">
      ${mark(STOP)}
      <div><b>Not in force yet</b>The signature is good. Phones see this page once the version is active.</div>
    </div>`;
  }
  if (status === 'SUPERSEDED') {
    return html`<div class="seal old" role="status">
      ${mark(STOP)}
      <div><b>Genuine, but replaced</b>A newer version took its place.${newer} ${checked}</div>
    </div>`;
  }
  if (passport.life.endReason !== null) {
    return html`<div class="seal old" role="status">
      ${mark(STOP)}
      <div><b>Genuine, but ended</b>The battery was ${passport.life.endReason}. ${checked}</div>
    </div>`;
  }
  const signer = isKeyKnown
    ? `Signed with the key ${signingKeyId} of this server`
    : `Signed with the key ${signingKeyId}`;
  return html`<div class="seal" role="status">
    ${mark(CHECK)}
    <div><b>Genuine and unchanged</b>${signer} on ${day(passport.issuedAt)}. ${checked}</div>
  </div>`;
}

const HIGHLIGHTS = [
  'performance.certified_usable_energy',
  'performance.rated_energy',
  'performance.rated_capacity',
  'performance.expected_cycles',
  'identification.warranty_until',
  'performance.nominal_voltage',
  'identification.mass',
];
const SHORT: Readonly<Record<string, string>> = {
  'performance.certified_usable_energy': 'usable energy',
  'performance.rated_energy': 'rated energy',
  'performance.rated_capacity': 'rated capacity',
  'performance.expected_cycles': 'cycles expected',
  'identification.warranty_until': 'warranty until',
  'performance.nominal_voltage': 'nominal voltage',
  'identification.mass': 'weight',
};

function nameOf({ sku, serial }: PublicPassport): string {
  return serial === '' ? sku : `${sku} ${serial}`;
}

/** What became of the battery: its next passport, and who is responsible. */
function lifeCard(life: BatteryLife, base: string): Html | null {
  const { endReason, endedAt, successor, predecessor, operator } = life;
  const rows = [
    ...(endReason === null
      ? []
      : [row('State', `${endReason}${endedAt === null ? '' : ` on ${day(new Date(endedAt).toISOString())}`}`)]),
    ...(successor === null ? [] : [row('Next passport', link(successor, base))]),
    ...(predecessor === null ? [] : [row('Earlier passport', link(predecessor, base))]),
    ...(operator === null
      ? []
      : [row('Responsible', `${operator.name} (${operator.identifier}), since ${day(operator.since)}`)]),
  ];
  if (rows.length === 0) return null;
  return html`<section class="card">
    <h2>${endReason === null ? 'Life of this battery' : 'This passport has ended'}</h2>
    <dl class="kv">${rows}</dl>
  </section>`;
}

function row(label: string, value: string | Html): Html {
  return html`<dt>${label}</dt>
    <dd>${value}</dd>`;
}

function link(to: PublicLink, base: string): Html {
  if ('url' in to) return valueHtml(to.url);
  return html`<a href="${base}/p/${to.versionId}">Open it</a>`;
}

function hero({ sku, serial, name, fields }: PublicPassport): Html {
  const at = (path: string): unknown => fields.find((field) => field.path === path)?.value;
  const maker = at('identification.manufacturer');
  const chemistry = at('materials.chemistry');
  const figures = HIGHLIGHTS.flatMap((path) => fields.find((field) => field.path === path) ?? []).slice(0, 4);
  return html`<section class="card">
    <div class="hero">
      ${maker !== undefined && html`<p class="muted small">${firstText(maker)}</p>`}
      <h1>${sku}</h1>
      ${serial !== '' && html`<p class="soft">Serial number ${serial}</p>`}
      <p class="soft">
        ${name}${chemistry !== undefined && !name.includes(firstText(chemistry)) && html`, ${firstText(chemistry)}`}
      </p>
    </div>
    ${
      figures.length > 0 &&
      html`<dl class="two">
        ${figures.map(
          ({ path, value }) =>
            html`<div>
              <dd>${valueText(value)}</dd>
              <dt>${SHORT[path]}</dt>
            </div>`,
        )}
      </dl>`
    }
  </section>`;
}

/** The name in a record of several members. */
function firstText(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return valueText(value);
  const record = value as Readonly<Record<string, unknown>>;
  return valueText(record['name'] ?? record['short_name'] ?? Object.values(record)[0] ?? '');
}

const STAGES = [
  ['footprint.raw_material_share', 'Raw materials', 'k1'],
  ['footprint.production_share', 'Production', 'k2'],
  ['footprint.distribution_share', 'Distribution', 'k3'],
  ['footprint.end_of_life_share', 'End of life', 'k4'],
] as const;
const CLASSES = ['A', 'B', 'C', 'D', 'E'];

function footprint(fields: readonly PublicField[]): Html | null {
  const at = (path: string): unknown => fields.find((field) => field.path === path)?.value;
  const total = at('footprint.per_functional_unit');
  if (total === undefined) return null;
  const grade = at('footprint.performance_class');
  const stages = STAGES.flatMap(([path, label, color]) => {
    const share = numberOf(at(path));
    return share === undefined ? [] : [{ label, color, share, text: `${share.toFixed(1)} %` }];
  });
  // A share below zero is a credit for recycling; it has no place in a bar.
  const scale =
    360 /
    Math.max(
      100,
      stages.reduce((sum, { share }) => sum + Math.max(0, share), 0),
    );
  let x = 0;
  const bars = stages.map(({ color, share }) => {
    const from = x;
    x += Math.max(0, share) * scale;
    return html`<rect
      class="${color}"
      x="${from.toFixed(1)}"
      width="${Math.max(share > 0 ? 1 : 0, share * scale - 2).toFixed(1)}"
      height="12"
      rx="2"
    />`;
  });
  return html`<section class="card">
    <h2>Carbon footprint</h2>
    <div class="in">
      <p class="foot"><b>${valueText(total).split(' ')[0]}</b> kg CO₂e for each kWh</p>
      ${
        typeof grade === 'string' &&
        CLASSES.includes(grade) &&
        html`<p class="classes" role="img" aria-label="Class ${grade} of A to E">
          ${CLASSES.map((one) => html`<span class="${one === grade ? 'on' : ''}">${one}</span>`)}
        </p>`
      }
      ${
        stages.length > 0 &&
        html`<svg class="bar" viewBox="0 0 360 12" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
          <ul class="key">
            ${stages.map(({ label, color, text }) => html`<li><i class="${color}"></i>${label}<b>${text}</b></li>`)}
          </ul>`
      }
    </div>
  </section>`;
}

const METALS = ['cobalt', 'lithium', 'nickel', 'lead'] as const;
/** Least shares of recycled content from 18 August 2031 on (Art. 8(2)). */
const REQUIRED_2031: Readonly<Record<string, number>> = { cobalt: 16, lithium: 6, nickel: 6, lead: 85 };

function recycled(fields: readonly PublicField[]): Html | null {
  const share = (metal: string, kind: string): number | undefined =>
    numberOf(fields.find((field) => field.path === `circularity.${kind}_consumer_${metal}`)?.value);
  const rows = METALS.flatMap((metal) => {
    const parts = [share(metal, 'pre'), share(metal, 'post')].filter((one) => one !== undefined);
    return parts.length === 0 ? [] : [{ metal, total: parts.reduce((sum, one) => sum + one, 0) }];
  });
  if (rows.length === 0) return null;
  return html`<section class="card">
    <h2>Recycled content</h2>
    <div class="in">
      <ul class="rec">
        ${rows.map(({ metal, total }) => {
          const scale = Math.max(25, total, (REQUIRED_2031[metal] ?? 0) * 1.2);
          const width = ((160 * total) / scale).toFixed(1);
          const tick = ((160 * (REQUIRED_2031[metal] ?? 0)) / scale).toFixed(1);
          return html`<li>
            <span>${metal[0]?.toUpperCase()}${metal.slice(1)}</span>
            <svg class="rbar" viewBox="0 0 160 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" y="2" width="160" height="6" rx="3" />
              <rect class="k2" y="2" width="${width}" height="6" rx="3" />
              <rect class="tick" x="${tick}" width="2" height="10" />
            </svg>
            <b>${Math.round(total * 100) / 100} %</b>
          </li>`;
        })}
      </ul>
      <p class="tiny left">The mark shows what the law asks for from 2031.</p>
    </div>
  </section>`;
}

/** They have their own cards, or would be said twice. */
const SHOWN_APART =
  /^(footprint\.(per_functional_unit|.*_share|.*_footprint|performance_class|general_information)|circularity\.(pre|post)_consumer_\w+|identification\.manufacturer|materials\.chemistry)$/;

const SECTIONS = [
  ['identification', 'About this battery'],
  ['performance', 'Performance'],
  ['materials', 'Materials'],
  ['labels', 'Labels'],
  ['circularity', 'Use and end of life'],
  ['footprint', 'More about the footprint'],
  ['supply_chain', 'Supply chain'],
] as const;

function sectionCard(title: string, fields: readonly PublicField[]): Html | null {
  if (fields.length === 0) return null;
  return html`<section class="card">
    <h2>${title}</h2>
    <dl class="kv">
      ${fields.map(
        ({ label, value }) =>
          html`<dt>${label}</dt>
            <dd>${valueHtml(value)}</dd>`,
      )}
    </dl>
  </section>`;
}

function documentsCard(fields: readonly PublicField[]): Html | null {
  if (fields.length === 0) return null;
  return html`<section class="card">
    <h2>Documents</h2>
    ${fields.map(
      ({ label, value }) =>
        html`<a class="doc" href="${value as string}" rel="noreferrer noopener nofollow"
          ><span>${label}</span><span class="muted small">${new URL(value as string).host}</span></a
        >`,
    )}
  </section>`;
}

const AUDIENCE_WORDS: Readonly<Record<string, string>> = {
  legitimate_interest: 'a person with a legitimate interest',
  commission: 'the Commission',
  authorities: 'an authority',
};

/** A page that not everyone may see says so, because it looks like the public one. */
function audienceNote({ audience }: PublicPassport): Html | null {
  if (audience === 'public') return null;
  return html`<p class="whom">As ${AUDIENCE_WORDS[audience] ?? audience} sees it. Not public: do not pass it on.</p>`;
}

function restricted({ restricted: count, audience }: PublicPassport): Html | null {
  if (count === 0 || audience !== 'public') return null;
  return html`<section class="card pad">
    <b>Repair, recycling or authority?</b>
    <p class="muted small">
      ${count} more ${count === 1 ? 'field is' : 'fields are'} not public. Ask the maker for access if you have a
      legitimate interest.
    </p>
  </section>`;
}

/** What "genuine" means here. */
function checks({ verification }: PublicPassport): Html {
  return html`<details class="card pad">
    <summary>What was checked (${verification.checks.length})</summary>
    <ul class="checks">
      ${verification.checks.map(
        ({ name, ok, reason }) =>
          html`<li><b>${ok ? '✓' : '✗'} ${name.replaceAll('_', ' ')}</b> <span class="muted">${reason}</span></li>`,
      )}
    </ul>
  </details>`;
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
