import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ParserFailure } from '../../bridge/index.js';
import { CasparianError, type ErrorCode, hint, type Hint, shellWord } from '../../platform/index.js';
import type { ParserProcessRequest } from './request.js';

const SYNTAX_ERRORS = new Set(['SyntaxError', 'IndentationError', 'TabError']);

interface Explanation {
  readonly code: ErrorCode;
  readonly why?: string | undefined;
  readonly next?: readonly Hint[];
}

/** The failure reported by the parser's side, with the place in the user's code and a hint. */
export function parserFailure(failure: ParserFailure, request: ParserProcessRequest): CasparianError {
  const { code, why, next } = explain(failure, request);
  const place = placeOf(failure);
  const message = [headline(failure), ...place].join('\n');
  return new CasparianError(code, message, { why, next: next ?? [] });
}

function explain(failure: ParserFailure, { parser, interpreter, input }: ParserProcessRequest): Explanation {
  const name = failure.name ?? '';
  switch (failure.kind) {
    case 'module_missing':
      return {
        code: 'PARSER_MODULE_MISSING',
        why: `The environment of ${interpreter.path} (chosen by ${interpreter.chosenBy}) does not have it.`,
        next: installSteps(name, parser, interpreter.path),
      };
    case 'binary_missing':
      return {
        code: 'PARSER_BINARY_MISSING',
        why: `The parser calls the program '${name}', which is not on the PATH of this machine.`,
        next: [installHint(name)],
      };
    case 'return_invalid':
      return {
        code: 'PARSER_RETURN_INVALID',
        next: ['Return or yield DataFrames, Arrow tables, lists of dicts, or (output, batch) pairs.'],
      };
    case 'parser_invalid':
      return { code: 'PARSER_INVALID', next: [] };
    case 'input_missing':
      return { code: 'INPUT_NOT_FOUND', why: `It existed when the run began: '${input.name}'.` };
    case 'not_permitted':
      return { code: 'PARSER_EXCEPTION', why: 'The user that runs the parser has no permission.' };
    case 'out_of_memory':
      return {
        code: 'PARSER_OUT_OF_MEMORY',
        why: 'The parser asked for more memory than its limit or the machine allows.',
        next: [
          'Yield batches instead of returning everything at once.',
          hint('Or raise the limit', { options: { memory: 'SIZE' } }),
        ],
      };
    case 'exception':
      if (SYNTAX_ERRORS.has(failure.type ?? '')) return { code: 'PARSER_INVALID', next: ['Correct the line above.'] };
      return {
        code: 'PARSER_EXCEPTION',
        next: [
          hint('See the call stack with {}', { options: { traceback: true } }),
          ...(parser.language === 'python' ? ['Or stop there with breakpoint().'] : []),
        ],
      };
  }
}

/** The class of the user's error is informative; that of an error found by our shim is not. */
function headline({ kind, type, message }: ParserFailure): string {
  const ours = kind === 'return_invalid' || kind === 'parser_invalid';
  return type && !ours ? `${type}: ${message}` : message;
}

/** `  File "parser.py", line 47` and the source line, in Python's format. */
function placeOf({ file, line, source }: ParserFailure): string[] {
  if (file === null) return [];
  const near = relative(process.cwd(), file);
  const shown = near.startsWith('..') ? file : near;
  const place = `  File "${shown}"${line === null ? '' : `, line ${line}`}`;
  return source ? [place, `    ${source.trim()}`] : [place];
}

/** Modules whose package has another name. */
const DISTRIBUTIONS: Readonly<Record<string, string>> = {
  yaml: 'pyyaml',
  cv2: 'opencv-python',
  PIL: 'pillow',
  sklearn: 'scikit-learn',
  bs4: 'beautifulsoup4',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  pptx: 'python-pptx',
  fitz: 'pymupdf',
};

/** A lockfile beside the parser already names the package, or should: then its environment is created from it. */
function installSteps(name: string, parser: ParserProcessRequest['parser'], python: string): readonly Hint[] {
  if (parser.language === 'node') return [`npm install ${name}`];
  const folder = dirname(parser.path);
  if (!existsSync(join(folder, 'uv.lock'))) return pipSteps(name, python);
  return [
    `Create its environment: uv sync --project ${shellWord(folder)}`,
    `If uv.lock does not have it, add it first: uv add --project ${shellWord(folder)} ${name}`,
  ];
}

function pipSteps(name: string, interpreter: string): Hint[] {
  const top = name.split('.')[0] ?? name;
  const distribution = Object.hasOwn(DISTRIBUTIONS, top) ? DISTRIBUTIONS[top] : top;
  return [
    `${interpreter} -m pip install ${distribution}`,
    hint('Or run it in the environment that has it', { options: { python: 'PATH' } }),
  ];
}

/** Programs that parsers often call, with their packages on Debian and Ubuntu, and in Homebrew. */
const PACKAGES: Readonly<Record<string, { apt: string; brew: string }>> = {
  pdftotext: { apt: 'poppler-utils', brew: 'poppler' },
  pdftoppm: { apt: 'poppler-utils', brew: 'poppler' },
  pdfinfo: { apt: 'poppler-utils', brew: 'poppler' },
  tesseract: { apt: 'tesseract-ocr', brew: 'tesseract' },
  soffice: { apt: 'libreoffice', brew: 'libreoffice' },
  libreoffice: { apt: 'libreoffice', brew: 'libreoffice' },
  antiword: { apt: 'antiword', brew: 'antiword' },
  catdoc: { apt: 'catdoc', brew: 'catdoc' },
  ffmpeg: { apt: 'ffmpeg', brew: 'ffmpeg' },
  exiftool: { apt: 'libimage-exiftool-perl', brew: 'exiftool' },
  gs: { apt: 'ghostscript', brew: 'ghostscript' },
  qpdf: { apt: 'qpdf', brew: 'qpdf' },
  convert: { apt: 'imagemagick', brew: 'imagemagick' },
  magick: { apt: 'imagemagick', brew: 'imagemagick' },
  java: { apt: 'default-jre-headless', brew: 'openjdk' },
  unrar: { apt: 'unrar-free', brew: 'rar' },
  '7z': { apt: '7zip', brew: 'sevenzip' },
  jq: { apt: 'jq', brew: 'jq' },
  xsv: { apt: 'xsv', brew: 'xsv' },
  'mdb-export': { apt: 'mdbtools', brew: 'mdbtools' },
  ssconvert: { apt: 'gnumeric', brew: 'gnumeric' },
  xlsx2csv: { apt: 'xlsx2csv', brew: 'xlsx2csv' },
  gdal_translate: { apt: 'gdal-bin', brew: 'gdal' },
  ogr2ogr: { apt: 'gdal-bin', brew: 'gdal' },
  zstd: { apt: 'zstd', brew: 'zstd' },
  curl: { apt: 'curl', brew: 'curl' },
};

/** How to install a missing program, if known. */
function installHint(program: string): string {
  const known = Object.hasOwn(PACKAGES, program) ? PACKAGES[program] : undefined;
  if (known === undefined) return `Install '${program}' and make sure it is on the PATH.`;
  return process.platform === 'darwin' ? `brew install ${known.brew}` : `apt install ${known.apt}`;
}
