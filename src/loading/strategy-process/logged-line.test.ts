import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Input } from '../../model/runs/input.ts';
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
const listed = fc.record({
  underlying: fc.constantFrom('NIFTY', 'BANKNIFTY'),
  contracts: fc.constantFrom(...[1, 2].map((lot) => [{ symbol: 'CE', lotUnits: lot }])),
});
const look = fc.record({
  runs: fc.subarray(RUNS, { minLength: 1 }),
  quotes: fc.array(quote, { maxLength: 4 }),
  /** How many of them each run sees. */
  seen: fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
  isReplay: fc.boolean(),
  isFollowed: fc.boolean(),
  /** Milliseconds since the look before. */
  laterMs: fc.nat(1),
  repeats: fc.option(fc.constant({ everyMs: 1, untilMs: 9 }), { nil: undefined }),
  listed: fc.option(listed, { nil: undefined }),
});

function toldTo(runId: string, input: Input, isReplay: boolean): ToldLine {
  if (isReplay) return { replay: { step: 'deliver', runId, input } };
  return { runId, call: { kind: 'deliver', input } };
}

/**
 * Looks that show several runs some of their quotes, and lists of contracts, some with another line after them. Several may be of one
 * instant.
 */
const days = fc.array(look, { minLength: 1, maxLength: 30 }).map((looks) => {
  let atMs = 100;
  return looks.flatMap(
    ({ runs, isReplay, isFollowed, laterMs, ...of }, place): readonly ToldLine[] => {
      atMs += laterMs;
      const seen = { observedAtMs: atMs, ageMsMax: place };
      const further = of.repeats === undefined ? {} : { repeats: of.repeats };
      const lines = runs.flatMap((runId, run): readonly ToldLine[] => {
        const quotes = of.quotes.slice(0, of.seen[run]);
        const prices = { kind: 'quotes-observed', atMs, quotes, seen, ...further } as const;
        const list = { kind: 'contracts-observed', atMs, ...of.listed, seen };
        const shown = of.listed === undefined ? [] : [toldTo(runId, list as never, isReplay)];
        return [toldTo(runId, prices, isReplay), ...shown];
      });
      return isFollowed ? [...lines, { pass: 'due', atMs }] : lines;
    },
  );
});

function isOf({ runId }: LoggedLine, own: readonly string[]): boolean {
  return runId === null || own.includes(runId);
}

function runOf(told: ToldLine): string | null {
  if ('replay' in told) return 'runId' in told.replay ? told.replay.runId : null;
  return 'runId' in told ? told.runId : null;
}

/** Line by line, as whoever has only some of the runs takes them. */
function readBy(reader: LineReader, { text }: LoggedLine): readonly ToldLine[] {
  const heard = reader.read(text);
  if (heard === null) return [];
  return 'replays' in heard ? heard.replays.map((replay) => ({ replay })) : [heard];
}

it('lines are read as they were told, byte for byte, whichever runs a process has', () => {
  fc.assert(
    fc.property(days, fc.subarray(RUNS), (told, own) => {
      const writer = new LineWriter();
      const reader = new LineReader();
      const all: readonly ToldLine[] = [...told, { replay: { step: 'finish', storeChanges: {} } }];
      const isOwn = (line: ToldLine): boolean => {
        const runId = runOf(line);
        return runId === null || own.includes(runId);
      };
      const lines = all.flatMap((line) => writer.write(line)).filter((line) => isOf(line, own));
      const read = lines.flatMap((line) => readBy(reader, line)).filter(isOwn);
      const wanted = all.filter(isOwn);
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
  expect(lines.map(({ kind }) => kind)).toEqual(['shared', ...Array<string>(6).fill('call')]);
  expect(lines.filter(({ text }) => text.includes('NIFTY261103C99'))).toHaveLength(1);
  expect(lines[6]?.text.length).toBeLessThan(200);
});

it('a look that is replayed is one line, and names no run that sees the quotes of the look before', () => {
  const writer = new LineWriter();
  const symbols = Array.from({ length: 50 }, (_, number) => `NIFTY261103C${String(number)}`);
  const lines = [1_000, 2_000, 3_000].flatMap((atMs) => {
    const seen = { observedAtMs: atMs, ageMsMax: 0 };
    const prices = { bidPaise: null, askPaise: null, lastPaise: atMs, atMs };
    const quotes = symbols.map((symbol) => ({ symbol, ...prices }));
    const input = { kind: 'quotes-observed', atMs, quotes, seen } as const;
    return RUNS.flatMap((runId) => writer.write({ replay: { step: 'deliver', runId, input } }));
  });
  const last = writer.write({ replay: { step: 'finish', storeChanges: {} } });
  expect(lines.map(({ runId }) => runId)).toEqual([null, null]);
  expect(last.map(({ kind }) => kind)).toEqual(['replay', 'finish']);
  expect(lines[0]?.text).toContain('"to"');
  expect(lines[1]?.text).not.toContain('"to"');
});
