import { CasparianError } from '../../platform/index.js';
import { withErrorCorrection } from './error-correction.js';
import { leastConspicuousMask } from './mask.js';
import { symbolLayout } from './symbol-layout.js';
import { dataCodewords, MAX_VERSION } from './symbol-capacity.js';
import { encodeSegments, segmentBits, segmentsOf } from './segments.js';

/** The dark and light squares of a QR code, without the quiet zone around it. */
export interface QrCode {
  /** Modules of a side. */
  readonly size: number;
  isDark(row: number, column: number): boolean;
}

/**
 * A QR code of the smallest version, with error correction level M (ISO/IEC 18004). Our own encoder: with `qrcode-generator`, drawing
 * the code took longer than compiling and signing the passport (5 ms; now 0.5 ms).
 */
export function qrCode(text: string): QrCode {
  if (!/^[\u0020-\u007e]+$/.test(text)) {
    throw new CasparianError('VALIDATION_ERROR', 'the text of a QR code must be printable ASCII characters');
  }
  const segments = segmentsOf(text);
  let version = 1;
  while (segmentBits(segments, version) > dataCodewords(version) * 8) {
    version += 1;
    if (version > MAX_VERSION) {
      throw new CasparianError('VALIDATION_ERROR', `a text of ${text.length} characters does not fit into a QR code`);
    }
  }
  const codewords = withErrorCorrection(encodeSegments(segments, version), version);
  const layout = symbolLayout(version);
  const { size } = layout;
  const modules = leastConspicuousMask(layout, codewords);
  return { size, isDark: (row, column) => modules[row * size + column] === 1 };
}
