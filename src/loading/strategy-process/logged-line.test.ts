import fc from 'fast-check';
import { expect, it } from 'vitest';

import { LineReader, LineWriter, type LoggedLine } from './logged-line.ts';
import { type ToldLine } from './said-lines.ts';

const RUNS = ['a', 'b', 'c'];
const paise = fc.option(fc.integer({ min: 5, max: 30 }), { nil: null });
const quote = fc.record(
  {
    symbol: fc.constantFrom('NIFTY', 'CE', 'PE'),
    bidPaise: paise,
    askPaise: paise,
    lastPaise: fc.integer({ min: 5, max: 30 }),
    atMs: fc.integer({ min: 0, max: 3 }),
  },
  { noNullPrototype: true },
);
const shown = fc.record({
  runId: fc.constantFrom(...RUNS),
  quotes: fc.array(quote, { maxLength: 4 }),
  isReplay: fc.boolean(),
});

/** Inputs of quotes with other lines between them; some runs see what they or others saw before. */
const days = fc.array(shown, { minLength: 1, maxLength: 30 }).map((inputs) =>
  inputs.flatMap(({ runId, quotes, isReplay }, place): readonly ToldLine[] => {
    const atMs = 100 + place;
    const seen = { observedAtMs: atMs, ageMsMax: 0 };
    const input = { kind: 'quotes-observed', atMs, quotes, seen } as const;
    const line: ToldLine = isReplay
      ? { replay: { step: 'deliver', runId, input } }
      : { runId, call: { kind: 'deliver', input } };
    return [line, { pass: 'due', atMs }];
  }),
);

function isOf({ runId }: LoggedLine, own: readonly string[]): boolean {
  return runId === null || own.includes(runId);
}

function runOf(told: ToldLine): string | null {
  if ('replay' in told) return 'runId' in told.replay ? told.replay.runId : null;
  return 'runId' in told ? told.runId : null;
}

it('lines are read as they were told, byte for byte, whichever runs a process has', () => {
  fc.assert(
    fc.property(days, fc.subarray(RUNS), (told, own) => {
      const writer = new LineWriter();
      const reader = new LineReader();
      const lines = told.flatMap((line) => writer.write(line)).filter((line) => isOf(line, own));
      const read = lines.flatMap(({ text }) => reader.read(text) ?? []);
      const wanted = told.filter((line) => {
        const runId = runOf(line);
        return runId === null || own.includes(runId);
      });
      expect(read.map((line) => JSON.stringify(line))).toEqual(
        wanted.map((line) => JSON.stringify(line)),
      );
    }),
  );
});

it('a quote that several runs see is written once, and not again until it changes', () => {
  const writer = new LineWriter();
  const quotes = Array.from({ length: 100 }, (_, number) => ({
    symbol: `NIFTY261103C${String(number)}`,
    ...{ bidPaise: 9_995, askPaise: 10_005, lastPaise: 10_000, atMs: 1_000 },
  }));
  const lines = RUNS.flatMap((runId) =>
    [1_000, 2_000].flatMap((atMs) => {
      const seen = { observedAtMs: atMs, ageMsMax: 0 };
      const input = { kind: 'quotes-observed', atMs: 2_000, quotes, seen } as const;
      return writer.write({ runId, call: { kind: 'deliver', input } });
    }),
  );
  expect(lines.map(({ kind }) => kind)).toEqual(['quotes', ...Array<string>(6).fill('call')]);
  expect(lines.filter(({ text }) => text.includes('NIFTY261103C99'))).toHaveLength(1);
  expect(lines[6]?.text.length).toBeLessThan(200);
});
