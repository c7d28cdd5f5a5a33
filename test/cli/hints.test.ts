import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { commandPath } from '../../src/cli/help/command-path.js';
import { createProgram, everyCommand } from '../../src/cli/program.js';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

const commands = everyCommand(createProgram().program);
const optionsByAction = new Map(
  commands.map((command) => [
    commandPath(command).split(' ').slice(1).join('.'),
    new Set(
      command
        .createHelp()
        .visibleOptions(command)
        .concat(sharedOptions())
        .map(({ long }) => optionName(long)),
    ),
  ]),
);
const commandWords = commands.flatMap((command) => commandPath(command).split(' ').slice(1, 2));
/** `casparian jobs`, but not `casparian.toml` or "a newer casparian migrated it". */
const COMMAND = new RegExp(`\\bcasparian (${[...new Set(commandWords)].join('|')})\\b`);
/** An option inside a text. A whole string such as '--locked' is an argument of another program. */
const OPTION = /(?:^|[\s(`'"])--[a-z][a-z-]+(?=[\s.,;:)`'"=]|$)/;
const WHOLE_OPTION = /^\s*--[a-z][a-z-]*(=\S*)?$/;

/** Command lines of other programs. */
const OTHER_PROGRAM = /\b(npm|soffice|uv) .*--/;
/** The steps of the demo are command lines. */
const DEMO = /^app\/demo\/steps\.ts$/;
/** Comments in the parsers that a scaffold writes for people. */
const SCAFFOLD = /^parse\/scaffold\/(node|python)\.ts$/;

/** Texts in the files that a template gives to people to fill in. */
const TEMPLATE = /^passport\/templates\/(template-files|workbooks)\.ts$/;

interface Source {
  readonly name: string;
  readonly tree: ts.SourceFile;
}

/** Files below the command line that can contain a command, an option or a hint. */
const sources: readonly Source[] = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ name: relative(SOURCE, file), text: readFileSync(file, 'utf8') }))
  .filter(({ name, text }) => !name.startsWith('cli/') && /casparian |--[a-z]|hint\(/.test(text))
  .map(({ name, text }) => ({ name, tree: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) }));

test('no module below the command line contains the text of a command or an option', () => {
  const found = sources
    .filter(({ name }) => ![DEMO, SCAFFOLD, TEMPLATE].some((exempt) => exempt.test(name)))
    .flatMap(({ name, tree }) =>
      textsIn(tree).flatMap((text) => {
        const isOption = OPTION.test(text) && !WHOLE_OPTION.test(text) && !OTHER_PROGRAM.test(text);
        return COMMAND.test(text) || isOption ? [`${name}: ${text.trim().slice(0, 100)}`] : [];
      }),
    );
  expect(found).toEqual([]);
});

test('every action of a hint is a command, and has the options that the hint names', () => {
  const hints = sources.flatMap(({ name, tree }) => hintsIn(tree).map((found) => ({ name, ...found })));
  expect(hints.length).toBeGreaterThan(10);
  const everyOption = new Set([...optionsByAction.values()].flatMap((names) => [...names]));
  const wrong = hints.flatMap(({ name, action, options }) => {
    const known = action === undefined ? everyOption : optionsByAction.get(action);
    if (known === undefined) return [`${name}: there is no command for ${action}`];
    return options.filter((option) => !known.has(option)).map((option) => `${name}: ${action} has no option ${option}`);
  });
  expect(wrong).toEqual([]);
});

/** The texts of strings and templates; comments are not among them. */
function textsIn(node: ts.Node): string[] {
  const own = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  const texts = own ? [node.text] : [];
  node.forEachChild((child) => void texts.push(...textsIn(child)));
  return texts;
}

interface FoundHint {
  readonly action: string | undefined;
  readonly options: readonly string[];
}

function hintsIn(node: ts.Node): FoundHint[] {
  const found: FoundHint[] = [];
  if (ts.isCallExpression(node) && node.expression.getText() === 'hint') {
    const [, action] = node.arguments;
    if (action && ts.isObjectLiteralExpression(action)) found.push(foundHint(action));
  }
  node.forEachChild((child) => void found.push(...hintsIn(child)));
  return found;
}

/** An action that is computed cannot be checked here. */
function foundHint(action: ts.ObjectLiteralExpression): FoundHint {
  const name = memberOf(action, 'action');
  const options = memberOf(action, 'options');
  return {
    action: name && ts.isStringLiteralLike(name) ? name.text : undefined,
    options:
      options && ts.isObjectLiteralExpression(options)
        ? options.properties.flatMap((property) => (property.name ? [property.name.getText()] : []))
        : [],
  };
}

function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const member = object.properties.find((property) => property.name?.getText() === name);
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

function sharedOptions() {
  return createProgram().program.options;
}

function optionName(long: string | null | undefined): string {
  return (long ?? '').slice(2).replaceAll('-', '_');
}
