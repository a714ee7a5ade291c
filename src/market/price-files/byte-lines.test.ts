import fc from 'fast-check';
import { expect, it } from 'vitest';

import { ByteLines, ROW_BYTES_MAX } from './byte-lines.ts';

/** Lines of a text that comes in pieces of a size. */
function linesOf(text: string, pieceBytes: number): readonly string[] {
  const lines: string[] = [];
  const cut = new ByteLines(({ bytes, from, to }) => {
    lines.push(bytes.toString('latin1', from, to));
  });
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    cut.write(bytes.subarray(at, at + pieceBytes));
  }
  cut.end();
  return lines;
}

const SIZES = [0, 1, 7, ROW_BYTES_MAX - 1, ROW_BYTES_MAX, ROW_BYTES_MAX + 1, 300_000];
const anyLine = fc.constantFrom(...SIZES).map((size) => 'x'.repeat(size));

it('a line that is too long is cut, and stays one line however its bytes come', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1_000, 65_536, 65_537, 262_144, 10_000_000),
      (lines, pieceBytes) => {
        const expected = lines.map((line) => line.slice(0, ROW_BYTES_MAX));
        expect(linesOf(`${lines.join('\n')}\n`, pieceBytes)).toEqual(expected);
      },
    ),
    { numRuns: 40 },
  );
});
