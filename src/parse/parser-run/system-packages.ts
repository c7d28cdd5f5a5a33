/** Programs that parsers like to call, and the package that brings each: on Debian and Ubuntu, and with Homebrew. */
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

/** How to get a missing program, as far as we know. */
export function installHint(program: string): string {
  const known = Object.hasOwn(PACKAGES, program) ? PACKAGES[program] : undefined;
  if (known === undefined) return `Install '${program}' and make sure it is on the PATH.`;
  return process.platform === 'darwin' ? `brew install ${known.brew}` : `apt install ${known.apt}`;
}
