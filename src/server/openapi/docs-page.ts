/** The documentation: reads /openapi.json, lists every operation, and sends requests. No other host, no inline script. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Casparian Flow API</title>
    <link rel="stylesheet" href="docs.css" />
    <script src="docs.js" defer></script>
  </head>
  <body>
    <header>
      <h1>Casparian Flow API</h1>
      <label>API key <input id="key" type="password" placeholder="bpc_… (not needed with a session)" autocomplete="off" /></label>
      <label>Find <input id="find" type="search" placeholder="jobs, POST, passport …" /></label>
      <a href="openapi.json">openapi.json</a>
    </header>
    <main id="operations"><p>Loading…</p></main>
    <noscript>This page needs JavaScript. The specification is at <a href="openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`;

export const DOCS_STYLE = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; border-bottom: 1px solid #8886; padding-bottom: 1rem; }
h1 { font-size: 1.3rem; margin: 0; flex-basis: 100%; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
details { border: 1px solid #8886; border-radius: 6px; margin: 0.4rem 0; padding: 0.4rem 0.8rem; }
summary { cursor: pointer; }
code, pre, textarea, input { font-family: ui-monospace, monospace; font-size: 0.9rem; }
pre, textarea { background: #8882; border-radius: 4px; overflow: auto; padding: 0.6rem; max-height: 24rem; }
textarea { box-sizing: border-box; width: 100%; min-height: 6rem; border: 1px solid #8886; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: 0.3rem; text-align: left; vertical-align: top; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
`;

export const DOCS_SCRIPT = `'use strict';
const base = location.pathname.replace(/\\/docs$/, '');
const key = document.getElementById('key');
const find = document.getElementById('find');
const main = document.getElementById('operations');

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

function resolved(document, schema) {
  if (!schema || !schema.$ref) return schema;
  return schema.$ref.slice(2).split('/').reduce((part, name) => part[name], document);
}

function sample(document, given, depth = 0) {
  const schema = resolved(document, given) || {};
  if ('default' in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(document, schema.anyOf[0], depth);
  if (schema.type === 'object' && depth < 4) {
    const needed = schema.required || [];
    return Object.fromEntries(needed.map((name) => [name, sample(document, schema.properties[name], depth + 1)]));
  }
  if (schema.type === 'array') return [];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum || 0;
  if (schema.type === 'boolean') return false;
  return schema.type === 'string' ? '' : null;
}

function operationView(document, path, method, operation) {
  const inputs = new Map();
  const rows = operation.parameters.map((parameter) => {
    const input = element('input', { placeholder: parameter.required ? 'required' : '' });
    inputs.set(parameter, input);
    return element('tr', {},
      element('td', {}, element('code', { textContent: parameter.name })),
      element('td', { textContent: parameter.in }),
      element('td', { textContent: parameter.description || '' }),
      element('td', {}, input));
  });
  const [type, content] = Object.entries((operation.requestBody || { content: {} }).content)[0] || [];
  const body = type && element('textarea', {
    value: type === 'application/json' ? JSON.stringify(sample(document, content.schema), null, 2) : '',
  });
  const answer = element('pre', { hidden: true });
  const send = element('button', { textContent: 'Send' });
  send.addEventListener('click', async () => {
    let url = base + path;
    const query = new URLSearchParams();
    const headers = {};
    for (const [parameter, { value }] of inputs) {
      if (parameter.in === 'path') url = url.replace('{' + parameter.name + '}', encodeURIComponent(value));
      else if (value !== '' && parameter.in === 'query') query.append(parameter.name, value);
      else if (value !== '') headers[parameter.name] = value;
    }
    if (key.value !== '') headers.authorization = 'Bearer ' + key.value;
    if (body) headers['content-type'] = type;
    if (query.size > 0) url += '?' + query;
    answer.hidden = false;
    answer.textContent = '…';
    try {
      const response = await fetch(url, { method: method.toUpperCase(), headers, body: body && body.value });
      const text = await response.text();
      let shown = text;
      try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not JSON */ }
      answer.textContent = response.status + ' ' + response.statusText + '\\n\\n' + shown;
    } catch (error) {
      answer.textContent = String(error);
    }
  });
  return element('details', {},
    element('summary', {},
      element('span', { className: 'method', textContent: method.toUpperCase() }),
      element('code', { textContent: path }), ' ', operation.summary),
    element('p', { textContent: operation.description }),
    ...(rows.length > 0 ? [element('table', {}, ...rows)] : []),
    ...(body ? [element('p', { textContent: 'Body: ' + type }), body] : []),
    element('p', {}, send), answer);
}

async function show() {
  const document_ = await (await fetch(base + '/openapi.json')).json();
  main.replaceChildren();
  for (const { name } of document_.tags) {
    const views = Object.entries(document_.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => operationView(document_, path, method, operation)));
    main.append(element('section', {}, element('h2', { textContent: name }), ...views));
  }
}

find.addEventListener('input', () => {
  const wanted = find.value.toLowerCase();
  for (const view of main.querySelectorAll('details'))
    view.hidden = !view.querySelector('summary').textContent.toLowerCase().includes(wanted);
});
show();
`;
