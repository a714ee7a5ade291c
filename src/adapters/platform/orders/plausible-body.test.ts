import { expect, it } from 'vitest';

import { isPlausibleBody } from './poll-reader.ts';
import { sampleRecord } from './testing/sample-record.ts';

/** The bytes of a text that begin at any offset in memory. */
function at(offset: number, text: string): Buffer {
  return Buffer.from(' '.repeat(offset) + text).subarray(offset);
}

it.each([0, 1, 2, 3])('tells orders from brackets, %i bytes off a word', (offset) => {
  const records = Array.from({ length: 2_000 }, (_, index) => sampleRecord({ index, version: 0 }));
  expect(isPlausibleBody(at(offset, JSON.stringify(records)))).toBe(true);
  expect(isPlausibleBody(at(offset, '[]'))).toBe(true);
  expect(isPlausibleBody(at(offset, '['.repeat(10_000)))).toBe(false);
  expect(isPlausibleBody(at(offset, '{},'.repeat(10_000)))).toBe(false);
  expect(isPlausibleBody(at(offset, '[ '.repeat(10_000)))).toBe(false);
});
