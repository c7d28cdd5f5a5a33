import { deflateSync, inflateSync } from 'node:zlib';

/** A picture in shades of grey: 0 is black, 255 is white. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Reads a PNG with one bit per pixel, with Node's zlib instead of our own code. */
export function readPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(data));
  const stride = 1 + Math.ceil(width / 8);
  return drawn(width, height, (x, y) => ((rows[y * stride + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0));
}

/** Writes a PNG with eight bits per pixel, for programs that read files. */
export function writePng({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(slowCrc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Bit by bit, so that it shares nothing with the table that it checks. */
export function slowCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Turns a picture around its centre, on white paper that has room for it. */
export function rotated(picture: Picture, degrees: number): Picture {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const side = Math.ceil(picture.width * (Math.abs(sine) + Math.abs(cosine)));
  return drawn(side, side, (x, y) => {
    const [dx, dy] = [x - side / 2, y - side / 2];
    return shade(picture, cosine * dx + sine * dy + picture.width / 2, cosine * dy - sine * dx + picture.height / 2);
  });
}

/** Scales a picture as a printer or camera does: a new pixel is the mean of the old ones that it covers. */
export function scaled(picture: Picture, side: number): Picture {
  const factor = picture.width / side;
  const samples = Math.max(1, Math.ceil(2 * factor));
  return drawn(side, side, (x, y) => {
    let sum = 0;
    for (let i = 0; i < samples; i += 1) {
      for (let j = 0; j < samples; j += 1) {
        sum += shade(picture, (x + (i + 0.5) / samples) * factor, (y + (j + 0.5) / samples) * factor);
      }
    }
    return Math.round(sum / samples ** 2);
  });
}

/** Covers a square of the picture, as dirt or a scratch would. The side is a share of the picture's side. */
export function stained(picture: Picture, left: number, top: number, side: number, colour: number): Picture {
  return drawn(picture.width, picture.height, (x, y) => {
    const isStain =
      x >= left * picture.width &&
      x < (left + side) * picture.width &&
      y >= top * picture.height &&
      y < (top + side) * picture.height;
    return isStain ? colour : shade(picture, x, y);
  });
}

/** Random specks; the seed makes them the same in every run. */
export function speckled(picture: Picture, share: number, seed: number): Picture {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return drawn(picture.width, picture.height, (x, y) =>
    random() < share ? Math.floor(random() * 256) : shade(picture, x, y),
  );
}

/** As jsQR wants it: red, green, blue and opacity of every pixel. */
export function coloured({ pixels }: Picture): Uint8ClampedArray {
  const colours = new Uint8ClampedArray(4 * pixels.length);
  for (const [index, grey] of pixels.entries()) colours.set([grey, grey, grey, 255], 4 * index);
  return colours;
}

function drawn(width: number, height: number, colour: (x: number, y: number) => number): Picture {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels[y * width + x] = colour(x, y);
  return { width, height, pixels };
}

/** White outside of the picture. */
function shade({ width, height, pixels }: Picture, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return 255;
  return pixels[row * width + column]!;
}
