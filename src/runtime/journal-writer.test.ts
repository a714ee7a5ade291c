import { expect, it } from 'vitest';

import { full } from '../adapters/journal/journal-failures.ts';
import { JournalWriter } from './journal-writer.ts';

it('writes what no order waits for within a second', () => {
  const written: number[] = [];
  const journal = {
    append: (entries: readonly { readonly atMs: number }[]) => {
      written.push(...entries.map(({ atMs }) => atMs));
      return null;
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  for (const atMs of [0, 999, 1_000]) {
    writer.takeEvent({ kind: 'time-passed', atMs });
    writer.writeInTime(atMs);
    expect(written).toEqual(atMs < 1_000 ? [] : [0, 999, 1_000]);
  }
});

it('writes at once what has become a thousand entries', () => {
  const written: number[] = [];
  const journal = {
    append: (entries: readonly unknown[]) => {
      written.push(entries.length);
      return null;
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  for (let count = 1; count <= 1_000; count += 1) {
    expect(written).toEqual([]);
    writer.takeEvent({ kind: 'time-passed', atMs: 0 });
    writer.writeInTime(0);
  }
  expect(written).toEqual([1_000]);
});

it('gives a journal nothing where there is nothing to write', () => {
  let appends = 0;
  const journal = {
    append: () => {
      appends += 1;
      return null;
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  expect(writer.write()).toBeNull();
  expect(appends).toBe(0);
});

it('tries a journal that fails again every 5 s, and keeps all of it until then', () => {
  const tried: (readonly [atMs: number, entries: number])[] = [];
  let nowMs = 0;
  const journal = {
    append: (entries: readonly unknown[]) => {
      tried.push([nowMs, entries.length]);
      return nowMs < 10_000 ? full('no space left') : null;
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  for (; nowMs <= 12_500; nowMs += 500) {
    writer.takeEvent({ kind: 'time-passed', atMs: nowMs });
    writer.writeInTime(nowMs);
  }
  expect(tried).toEqual([
    [1_000, 3],
    [6_000, 13],
    [11_000, 23],
    [12_500, 3],
  ]);
});
