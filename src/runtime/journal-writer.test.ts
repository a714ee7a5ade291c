import { expect, it } from 'vitest';

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
