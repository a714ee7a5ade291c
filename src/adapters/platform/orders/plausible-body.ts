/** Brackets that no list of orders exceeds, whatever its size: one for every 64 bytes, and some for a short one. */
const BYTES_PER_BRACKET_MIN = 64;
const BRACKETS_FREE = 256;

/**
 * Whether a body has few enough opening brackets to be parsed: millions of nested or empty lists would take a
 * hundred times their bytes in memory. An order record has three or four in some 600 bytes. Looks at four bytes at
 * once and counts those words that have one, also within texts.
 */
export function isPlausibleBody(body: Uint8Array): boolean {
  const wordsMax = BRACKETS_FREE + body.length / BYTES_PER_BRACKET_MIN;
  const inBody = asWords(body);
  let words = 0;
  let index = inBody.length;
  while (index > 0) {
    index -= 1;
    // `[` and `{` differ in one bit; a byte that equals them becomes zero, and the next line finds a zero byte.
    const zeroed = ((inBody[index] ?? 0) | 0x20202020) ^ 0x7b7b7b7b;
    if (((zeroed - 0x01010101) & ~zeroed & 0x80808080) !== 0) words += 1;
  }
  return words <= wordsMax;
}

function asWords(body: Uint8Array): Int32Array {
  const aligned = body.byteOffset % 4 === 0 ? body : new Uint8Array(body);
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
