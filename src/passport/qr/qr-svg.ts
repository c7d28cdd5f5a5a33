import type { QrCode } from './qr-code.js';
import { QUIET_ZONE } from './quiet-zone.js';

/**
 * The code as an SVG with its quiet zone: one path, whose runs of dark modules are rectangles. It stays sharp at every size and has no
 * style, so it can be shown under a strict content security policy.
 */
export function qrSvg(code: QrCode): string {
  const size = code.size + 2 * QUIET_ZONE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${[...runs(code)].join('')}"/></svg>\n`
  );
}

function* runs(code: QrCode): Generator<string> {
  const { size } = code;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!code.isDark(row, column)) continue;
      const start = column;
      while (column + 1 < size && code.isDark(row, column + 1)) column += 1;
      yield `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${column - start + 1}v1h-${column - start + 1}z`;
    }
  }
}
