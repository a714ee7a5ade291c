import { describe, expect, it } from 'vitest';

import { aLeg, aRecord, aRun, CE } from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { type BacktestFill } from '../../results/backtest-result.ts';
import { findDifferences } from './find-differences.ts';
import { type Act, type PaperDay, type PaperOrder } from './paper-day.ts';

const T = Date.parse('2026-11-20T10:00+05:30');
const SYMBOL = CE.symbol;
const RUN = 'pair@2026-11-20/paper';

/** What a comparison is made of; whatever is left out is nothing. */
interface Given {
  readonly acts?: readonly Act[];
  readonly recorded?: readonly { readonly atMs: number; readonly command: Command }[];
  readonly again?: readonly { readonly atMs: number; readonly command: Command }[];
  readonly orders?: readonly PaperOrder[];
  readonly fills?: readonly BacktestFill[];
  readonly changed?: readonly string[];
}

function causesOf(given: Given): readonly string[] {
  const { acts = [], recorded = [], again = [], orders = [], fills = [], changed = [] } = given;
  const paper: PaperDay = {
    date: '2026-11-20',
    startedAtMs: T,
    endedAtMs: T + 3_600_000,
    runs: [{ header: aRun({ runId: RUN }), about: null, decisions: recorded }],
    stores: {},
    week: null,
    quotes: [],
    histories: [],
    contracts: new Map(),
    orders,
    acts,
  };
  const decisions = again.map(
    (one, index) => ({ ...one, kind: 'command', runId: RUN, index }) as const,
  );
  return findDifferences({
    paper,
    decisions,
    fills,
    changed: new Set(changed),
    pollMs: 5_000,
  }).map(({ kind, cause }) => `${kind} ${cause}`);
}

function said(message: string, atMs = T): { atMs: number; command: Command } {
  return { atMs, command: { kind: 'alert', severity: 'info', message } };
}

function fill(pricePaise: number, assumption = 'took-the-touch', atMs = T): BacktestFill {
  const of = { strategy: 'pair', runId: RUN, leg: 'ce', role: 'entry', symbol: SYMBOL } as const;
  const where = { pricePaise, assumption, bestPaise: pricePaise, worstPaise: pricePaise };
  return { ...of, ...where, atMs, side: 'sell', units: 75 };
}

function order(pricePaise: number | null): PaperOrder {
  const of = { runId: RUN, leg: 'ce', role: 'entry' } as const;
  if (pricePaise === null) return { ...of, order: null };
  const filled = { filledUnits: 75, filledValuePaise: 75 * pricePaise, updatedAtMs: T };
  const placed = { tag: 't', extraTags: {}, instrumentId: CE.instrumentId, symbol: SYMBOL };
  const terms = { kind: 'limit', pricePaise } as const;
  const element = {
    ...placed,
    side: 'sell',
    quantityUnits: 75,
    product: 'intraday',
    terms,
  } as const;
  return { ...of, order: aRecord(element, filled) };
}

describe('the cause of a difference', () => {
  it.each<readonly [string, Given, readonly string[]]>([
    ['nothing differs', { orders: [order(100)], fills: [fill(100)] }, []],
    [
      'the model of fills',
      { orders: [order(100)], fills: [fill(95, 'worse-side-of-bar')] },
      ['fill fill-model'],
    ],
    [
      'another moment at the exchange',
      { orders: [order(100)], fills: [fill(95)] },
      ['fill latency'],
    ],
    ['no order was sent on the day', { fills: [fill(100)] }, ['fill refused']],
    [
      'the order rested on the day',
      { orders: [order(null)], fills: [fill(100, 'traded-through')] },
      ['fill fill-model'],
    ],
    [
      'the operator closed it',
      {
        acts: [{ kind: 'operator', atMs: T - 3_600_000, detail: 'the operator asked: flatten' }],
        again: [said('a')],
      },
      ['decision operator'],
    ],
    [
      'a restart just before',
      { acts: [{ kind: 'restart', atMs: T - 1_000, detail: 'began anew' }], recorded: [said('a')] },
      ['decision restart'],
    ],
    [
      'a restart an hour before explains nothing',
      {
        acts: [{ kind: 'restart', atMs: T - 3_600_000, detail: 'began anew' }],
        recorded: [said('a')],
      },
      ['decision unknown'],
    ],
    [
      'a look at the orders earlier or later',
      { recorded: [said('a')], again: [said('a', T + 4_000)] },
      ['decision poll-timing'],
    ],
    [
      'too far apart for that',
      { recorded: [said('a')], again: [said('a', T + 6_000)] },
      ['decision unknown'],
    ],
    [
      'another fill before, of the same run',
      {
        orders: [order(100)],
        fills: [fill(95, 'worse-side-of-bar')],
        recorded: [said('a', T + 9_000)],
      },
      ['fill fill-model', 'decision follows'],
    ],
    [
      'another source',
      { changed: ['pair'], recorded: [said('a')], fills: [fill(100)] },
      ['decision strategy-changed', 'fill strategy-changed'],
    ],
  ])('%s', (_, given, expected) => {
    expect(causesOf(given)).toEqual(expected);
  });

  it('is a missing price where nobody watched the contract', () => {
    const command: Command = { kind: 'place', orders: [aLeg()] };
    expect(causesOf({ recorded: [{ atMs: T, command }] })).toEqual(['decision not-watched']);
  });
});
