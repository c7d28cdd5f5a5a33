import { CasparianError, errorMessage, hint } from '../../platform/index.js';

export function damagedWorkbook(name: string, error: unknown): CasparianError {
  if (error instanceof CasparianError) return error;
  return new CasparianError('INPUT_UNREADABLE', `'${name}' is a damaged Excel workbook`, {
    why: `${errorMessage(error)}.`,
    next: ['Fetch it again, or open it in Excel or LibreOffice and save it again.'],
    cause: error,
  });
}

export function packedTooTightly(name: string, part: string, bytes: number): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' would unpack to far more than a workbook contains`, {
    why: `Its part '${part}' has ${Math.round(bytes / 1_048_576)} MiB when unpacked, more than 200 times its packed size.`,
    next: ['If it is a real workbook, open it in Excel or LibreOffice and save the sheet as CSV.'],
  });
}

/** The container of Office before 2007. Workbooks with a password still use it. */
export function oldWorkbook(name: string, head: Uint8Array): CasparianError {
  const isEncrypted = Buffer.from(head).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  if (isEncrypted) {
    return new CasparianError('INPUT_UNREADABLE', `'${name}' is protected by a password`, {
      why: 'An encrypted workbook cannot be read without its password.',
      next: ['Open it in Excel, remove the password (File, Info, Protect Workbook) and save it.'],
    });
  }
  return new CasparianError('INPUT_UNREADABLE', `'${name}' is an Excel 97 to 2003 workbook (.xls)`, {
    why: 'Only .xlsx and .xlsm are read.',
    next: [
      'Open it in Excel or LibreOffice and save it as .xlsx.',
      `On a server: soffice --headless --convert-to xlsx '${name}'`,
      hint('Or write a parser with pandas.read_excel and xlrd', { action: 'run', arguments: ['your_parser.py', name] }),
    ],
  });
}

export function binaryWorkbook(name: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' is a binary workbook (.xlsb)`, {
    why: 'Only .xlsx and .xlsm are read.',
    next: ['Open it in Excel or LibreOffice and save it as .xlsx.'],
  });
}

export function noSuchSheet(name: string, wanted: string, sheets: readonly string[]): CasparianError {
  return new CasparianError('INPUT_NOT_A_TABLE', `'${name}' has no sheet '${wanted}'`, {
    why: `Its sheets are ${sheets.map((sheet) => `'${sheet}'`).join(', ')}.`,
    next: [hint('Name one of them', { options: { sheet: 'NAME' } })],
  });
}
