/** Straight from the specification of DELTA_BINARY_PACKED, bit by bit. Fails if bytes are left. */
export function readDeltas(bytes: Uint8Array, bits: number): bigint[] {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++] ?? 0);
      value |= (byte & 127n) << shift;
      if (byte < 128n) return value;
    }
  };
  const zigzag = (): bigint => {
    const value = varint();
    return value & 1n ? -(value >> 1n) - 1n : value >> 1n;
  };
  const [block, miniblocks, count] = [Number(varint()), Number(varint()), Number(varint())];
  const values = [zigzag()];
  const size = block / miniblocks;
  while (values.length < count) {
    const smallest = zigzag();
    const widths = bytes.subarray(at, at + miniblocks);
    at += miniblocks;
    for (const width of widths) {
      if (values.length >= count) {
        if (width !== 0) throw new Error('a miniblock without values has a width');
        continue;
      }
      for (let index = 0; index < size && values.length < count; index += 1) {
        let rest = 0n;
        for (let bit = 0; bit < width; bit += 1) {
          const place = index * width + bit;
          rest |= BigInt(((bytes[at + (place >> 3)] ?? 0) >> (place & 7)) & 1) << BigInt(bit);
        }
        values.push(BigInt.asIntN(bits, (values.at(-1) ?? 0n) + smallest + rest));
      }
      at += (size / 8) * width;
    }
  }
  if (at !== bytes.byteLength) throw new Error(`it has ${bytes.byteLength} bytes instead of ${at}`);
  return values;
}
