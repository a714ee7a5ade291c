/** Bodies above this show soon enough, record by record, that most has changed. */
const SHORT_BYTES_MAX = 65_536;
const BLOCKS = 16;

/**
 * Whether most of a short body differs from the one before, in place or moved by what the body has grown. A guess
 * that costs a few comparisons of bytes; it decides only how the body is read, never what is read.
 */
export function isMostlyOther(before: Buffer, body: Buffer): boolean {
  if (body.length > SHORT_BYTES_MAX) return false;
  const grown = body.length - before.length;
  const size = Math.ceil(before.length / BLOCKS);
  let other = 0;
  for (let start = 0; start < before.length; start += size) {
    const block = { before, start, end: Math.min(start + size, before.length) };
    if (!standsAt(body, block, start) && !standsAt(body, block, start + grown)) other += 1;
  }
  return other > BLOCKS / 2;
}

function standsAt(
  body: Buffer,
  block: { readonly before: Buffer; readonly start: number; readonly end: number },
  at: number,
): boolean {
  const end = at + block.end - block.start;
  if (at < 0 || end > body.length) return false;
  return body.compare(block.before, block.start, block.end, at, end) === 0;
}
