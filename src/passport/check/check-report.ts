import { type BatteryCheck, type CheckFinding } from './check-battery.js';

/** What a report names beside the findings. */
export interface ReportSubject {
  /** The folder or file that was checked. */
  readonly subject: string;
  readonly files: readonly string[];
  /** A day such as 2027-03-14. */
  readonly date: string;
}

/**
 * A check as a page to print: the result, then what to do, in one table for each party that has to supply values. It is one file without
 * scripts, fonts or pictures of others.
 */
export function checkReport(check: BatteryCheck, { subject, files, date }: ReportSubject): string {
  const { category, mandatory, present, missing, implausible, score } = check;
  const isComplete = missing.length + implausible.length === 0;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Check of ${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Battery passport: what is missing</h1>
<p>${escaped(subject)} · category ${category} · ${escaped(date)}</p>
</header>
<section class="result">
<div><b>${score} %</b><span>complete and plausible</span></div>
<div><b>${present} of ${mandatory}</b><span>mandatory attributes have a value</span></div>
<div><b>${missing.length}</b><span>missing</span></div>
<div><b>${implausible.length}</b><span>implausible</span></div>
</section>
<div class="bar"><i style="width:${score}%"></i></div>
<p>${obligation(check)} Read: ${escaped(files.join(', '))}.</p>
${isComplete ? '<p class="done">All mandatory attributes have a plausible value. The passport can be built.</p>' : ''}
${table('Implausible values', implausible)}
${byResponsible(missing)
  .map(([who, findings]) => table(`Missing, to be supplied by: ${who}`, findings))
  .join('\n')}
<footer>Checked by the attributes of DIN DKE SPEC 99100:2025-02 and the Battery Regulation (EU) 2023/1542, with Casparian Flow.</footer>
</body>
</html>
`;
}

function obligation({ passportRequired }: BatteryCheck): string {
  if (passportRequired === undefined) return 'Whether the law demands a passport cannot be decided without the date.';
  return passportRequired
    ? 'The law demands a passport for this battery (Art. 77(1), from 18 February 2027).'
    : 'The law does not demand a passport for this battery (Art. 77(1)).';
}

/** The party with the most to do comes first. */
function byResponsible(findings: readonly CheckFinding[]): [string, CheckFinding[]][] {
  const groups = new Map<string, CheckFinding[]>();
  for (const finding of findings)
    groups.set(finding.responsible, [...(groups.get(finding.responsible) ?? []), finding]);
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}

function table(title: string, findings: readonly CheckFinding[]): string {
  if (findings.length === 0) return '';
  const rows = findings.map(
    ({ number, attribute, field, din, legalBasis, access, reason, responsible, source }) => `<tr>
<td>${number ?? ''}</td>
<td><b>${escaped(attribute)}</b><br><code>${escaped(field)}</code></td>
<td>${escaped(reason)}</td>
<td>${escaped(source)}<br><small>${escaped(responsible)}</small></td>
<td>${escaped(legalBasis)}<br><small>${din === '' ? '' : `DIN ${din} · `}${escaped(access.replaceAll('_', ' '))}</small></td>
<td class="box"></td>
</tr>`,
  );
  return `<h2>${escaped(title)} <span>${findings.length}</span></h2>
<table>
<thead><tr><th>No.</th><th>Attribute</th><th>Why</th><th>Where it comes from, and who is responsible</th><th>Law, and who sees it</th><th>Done</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

const STYLE = `
@page { size: A4; margin: 14mm 12mm; }
body { font: 10pt/1.35 system-ui, "Noto Sans", Arial, sans-serif; color: #16212b; max-width: 186mm; margin: 8mm auto; padding: 0 4mm; }
h1 { font-size: 17pt; margin: 0; }
header p, footer, small, .result span { color: #5f6b76; }
.result { display: flex; gap: 10mm; margin: 6mm 0 3mm; }
.result b { display: block; font-size: 16pt; }
.bar { height: 3mm; background: #e3e8ed; border-radius: 2mm; overflow: hidden; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.bar i { display: block; height: 100%; background: #1f7a4d; }
.done { font-weight: bold; color: #1f7a4d; }
h2 { font-size: 11pt; margin: 7mm 0 2mm; break-after: avoid; }
h2 span { background: #e3e8ed; border-radius: 3mm; padding: 0 2mm; font-weight: normal; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 8pt; color: #5f6b76; border-bottom: 1px solid #16212b; }
td { vertical-align: top; padding: 1.5mm 2mm 1.5mm 0; border-bottom: 1px solid #d5dbe1; font-size: 9pt; }
td:first-child { color: #5f6b76; width: 7mm; }
td:nth-child(2) { width: 50mm; }
code { font-size: 7.5pt; color: #5f6b76; overflow-wrap: anywhere; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
.box::after { content: ""; display: block; width: 4mm; height: 4mm; border: 1px solid #5f6b76; }
footer { margin-top: 8mm; font-size: 8pt; }
`;

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] as string);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
