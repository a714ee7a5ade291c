import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Prices } from '../../ports/prices.ts';
import { createJsonlQuotes, LineBuffer } from './jsonl-file.ts';
import { FILE_BYTES_PER_CALL_MAX, LINE_BYTES_MAX } from './wire.ts';

const AT_MS = 1_800_000_000_000;

let directory = '';
let path = '';
let prices: Prices;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quotes-'));
  path = join(directory, 'quotes.jsonl');
  prices = createJsonlQuotes({ path });
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function line(symbol: string, last: number, atMs = AT_MS): string {
  return `${JSON.stringify({ symbol, bid: last - 0.05, ask: last + 0.05, last, at: atMs })}\n`;
}

async function lastOf(symbol: string): Promise<number | null> {
  const outcome = await prices.quotes([symbol]);
  expect(outcome.kind).toBe('accepted');
  return outcome.kind === 'accepted' ? (outcome.value[0]?.lastPaise ?? null) : null;
}

describe('quotes of a file', () => {
  it('are the latest of each symbol, of what was asked', async () => {
    writeFileSync(path, line('A', 100) + line('B', 50) + line('A', 101));
    const outcome = await prices.quotes(['A', 'C', 'A']);
    expect(outcome).toEqual({
      kind: 'accepted',
      value: [{ symbol: 'A', bidPaise: 10_095, askPaise: 10_105, lastPaise: 10_100, atMs: AT_MS }],
    });
  });

  it('follow what is appended, a line as soon as it ends', async () => {
    writeFileSync(path, line('A', 100));
    expect(await lastOf('A')).toBe(10_000);
    const next = line('A', 102);
    appendFileSync(path, next.slice(0, 20));
    expect(await lastOf('A')).toBe(10_000);
    appendFileSync(path, next.slice(20));
    expect(await lastOf('A')).toBe(10_200);
  });

  it('never go back to an older price', async () => {
    writeFileSync(path, line('A', 100, AT_MS) + line('A', 90, AT_MS - 1));
    expect(await lastOf('A')).toBe(10_000);
  });

  it('are read from the beginning when the file is replaced or got shorter', async () => {
    writeFileSync(path, line('A', 100) + line('B', 50));
    await lastOf('A');
    writeFileSync(path, line('A', 103));
    expect(await lastOf('A')).toBe(10_300);
    const other = join(directory, 'other.jsonl');
    writeFileSync(other, line('A', 104) + line('B', 51));
    renameSync(other, path);
    expect(await lastOf('A')).toBe(10_400);
  });

  it('are refused with a reason while there is no file, and come when there is', async () => {
    expect(await prices.quotes(['A'])).toMatchObject({
      kind: 'rejected',
      rejection: { form: 'not-sent' },
    });
    writeFileSync(path, line('A', 100));
    expect(await lastOf('A')).toBe(10_000);
  });

  it.each([
    ['no JSON', 'x', 'not JSON'],
    ['another form', '{"symbol":"A"}', 'last'],
    ['a price below 0', line('A', -5).trim(), 'bid'],
  ])('name a line with %s once, and go on with the rest', async (_what, bad, detail) => {
    writeFileSync(path, `${line('A', 100)}\n${bad}\n${line('B', 50)}`);
    const outcome = await prices.quotes(['A']);
    expect(outcome).toMatchObject({ kind: 'unknown', cause: { reason: 'body-malformed' } });
    expect(JSON.stringify(outcome)).toContain('line 3');
    expect(JSON.stringify(outcome)).toContain(detail);
    expect(await lastOf('A')).toBe(10_000);
    expect(await lastOf('B')).toBe(5000);
  });

  it('are those of the end of a file that is long already', async () => {
    const filler = line('OLD', 1).repeat(1000);
    const repeats = Math.ceil(FILE_BYTES_PER_CALL_MAX / filler.length) + 1;
    writeFileSync(path, line('FIRST', 7) + filler.repeat(repeats) + line('A', 100));
    expect(await lastOf('A')).toBe(10_000);
    expect(await lastOf('FIRST')).toBeNull();
  });

  it('are right for calls at the same time', async () => {
    writeFileSync(path, line('A', 100) + line('B', 50));
    expect(await Promise.all([lastOf('A'), lastOf('B'), lastOf('A')])).toEqual([
      10_000, 5000, 10_000,
    ]);
  });
});

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

it('finds the same lines however the bytes are cut', () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom('a', '₹', '🙂', '\n'), maxLength: 40 }));
  const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
  fc.assert(
    fc.property(text, cuts, (texts, sizes) => {
      const whole = texts.join('');
      const bytes = encode(whole);
      const buffer = new LineBuffer({ isInside: false });
      const found: (string | null)[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        found.push(...buffer.take(bytes.subarray(at, at + size)).map((line) => line.text));
        at += size;
      }
      expect(found).toEqual(whole.split('\n').slice(0, -1));
    }),
  );
});

it('gives a line that is too long without its text, whether it comes at once or in pieces', () => {
  const long = encode(`${'x'.repeat(LINE_BYTES_MAX + 1)}\nshort\n`);
  for (const size of [long.length, 1000]) {
    const buffer = new LineBuffer({ isInside: false });
    const found = [];
    for (let at = 0; at < long.length; at += size) {
      found.push(...buffer.take(long.subarray(at, at + size)));
    }
    expect(found).toEqual([
      { number: 1, text: null },
      { number: 2, text: 'short' },
    ]);
  }
});

it('passes over the rest of a line in whose middle it begins', () => {
  const buffer = new LineBuffer({ isInside: true });
  expect(buffer.take(encode('half of '))).toEqual([]);
  expect(buffer.take(encode('a line\nwhole\n'))).toEqual([{ number: 1, text: 'whole' }]);
});
