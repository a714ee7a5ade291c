import { describe, expect, it } from 'vitest';

import { deskOptions } from '../../../test/support/desk-rig.ts';
import { aDay, aRun } from '../../../test/support/engine-rig.ts';
import { type ComingQuotes, type Quote } from '../../model/market/quote.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { createDesk, type Desk } from '../desk.ts';
import { QuoteBoard } from '../watching/quote-board.ts';
import { holdAsBefore, holdPolls, holdUnseen, quotesAhead } from './held-polls.ts';
import { type PollState } from './poll-book.ts';

const EVERY_MS = 1_000;
const CHANGE_MS = 5_000;
const END_MS = 40_000;

/** One symbol, whose price is the time of its last change, each 5 s, until there are none any more. */
const COMING: ComingQuotes = {
  at: (symbol, atMs) => (symbol === 'NIFTY' && atMs < END_MS ? quoteOf(atMs) : null),
  nextChangeMs: (afterMs) => {
    const nextMs = (Math.floor(afterMs / CHANGE_MS) + 1) * CHANGE_MS;
    return nextMs < END_MS ? nextMs : null;
  },
  unbrokenUntilMs: () => END_MS,
};

function quoteOf(atMs: number): Quote {
  const changedMs = Math.floor(atMs / CHANGE_MS) * CHANGE_MS;
  return {
    symbol: 'NIFTY',
    bidPaise: null,
    askPaise: null,
    lastPaise: 100 + changedMs,
    atMs: changedMs,
  };
}

/** A desk whose last poll of quotes began at 0 and told what is to come. */
function toldDesk(coming: ComingQuotes | null): { desk: Desk; state: PollState } {
  const desk = createDesk(deskOptions(), aDay());
  desk.nowMs = 100;
  desk.runs.start(aRun(), DEFAULT_RUN_POLICIES);
  const state = desk.polls.state('quotes');
  const good = { lastStartedAtMs: 0, lastGoodAtMs: 0, lastReadAtMs: 0 };
  Object.assign(state, { ...good, everyMs: EVERY_MS, endMs: 1_000_000, coming });
  holdPolls(desk, state, { startedAtMs: 0, untilMs: CHANGE_MS });
  return { desk, state };
}

function watchIndex(desk: Desk): void {
  const [run] = desk.runs.all();
  if (run !== undefined) run.watches = [{ kind: 'index', underlying: 'NIFTY' }];
}

describe('polls of quotes that are known beforehand', () => {
  it('are left out over their changes while nobody looks', () => {
    const { desk, state } = toldDesk(COMING);
    expect(holdUnseen(desk, state)).toBe(true);
    expect(state.hold?.untilMs).toBe(END_MS);
  });

  it('are left out no longer than there are polls', () => {
    const { desk, state } = toldDesk(COMING);
    state.endMs = 20_000;
    expect(holdUnseen(desk, state)).toBe(true);
    expect(state.hold?.untilMs).toBe(20_000);
  });

  it('are left out to the next change only while a run looks', () => {
    const { desk, state } = toldDesk(COMING);
    watchIndex(desk);
    expect(holdUnseen(desk, state)).toBe(true);
    expect(state.hold?.untilMs).toBe(CHANGE_MS);
  });

  it('are left out over their changes while every run that looks was told of them', () => {
    const { desk, state } = toldDesk(COMING);
    watchIndex(desk);
    const ahead = quotesAhead(desk, state);
    expect(ahead).toEqual({ quotes: COMING, everyMs: EVERY_MS, untilMs: END_MS });
    for (const run of desk.runs.all()) run.foresees = run.watches;
    state.foreseenUntilMs = 25_000;
    expect(holdUnseen(desk, state)).toBe(true);
    expect(state.hold?.untilMs).toBe(25_000);
    watchIndex(desk);
    holdAsBefore(state);
    holdUnseen(desk, state);
    expect(state.hold?.untilMs).toBe(CHANGE_MS);
  });

  it('are told to no run where a level decides what is watched, or a price is waited for here', () => {
    const { desk, state } = toldDesk(COMING);
    const [run] = desk.runs.all();
    if (run !== undefined) {
      run.watches = [
        { kind: 'chain', underlying: 'NIFTY', expiry: '2026-11-24', strikesEachSide: 2 },
      ];
    }
    expect(quotesAhead(desk, state)).toBeNull();
    const other = toldDesk(COMING);
    other.desk.squareOffs.add({
      runId: 'x',
      scope: 'all',
      reason: '',
      origin: 'strategy',
      startedAtMs: 0,
      isTold: true,
      isOverdueNoticed: false,
    });
    expect(quotesAhead(other.desk, other.state)).toBeNull();
    const unknown = toldDesk(null);
    expect(quotesAhead(unknown.desk, unknown.state)).toBeNull();
  });

  it('are made where something is under way', () => {
    const { desk, state } = toldDesk(COMING);
    desk.attempts.add('a1', { kind: 'cancel', intents: new Map() });
    expect(holdUnseen(desk, state)).toBe(false);
  });

  it('are held as any others where nothing is known of them', () => {
    const { desk, state } = toldDesk(null);
    expect(holdUnseen(desk, state)).toBe(true);
    holdAsBefore(state);
    expect(state.hold?.untilMs).toBe(CHANGE_MS);
  });

  it.each([
    ['the next change after those that were left out', 12_000, 15_000],
    ['the end of the minute, where nothing changes any more', 38_000, 60_000],
  ])('hold until %s, once somebody looks again', (_, lastStartedAtMs, untilMs) => {
    const { desk, state } = toldDesk(COMING);
    holdUnseen(desk, state);
    state.lastStartedAtMs = lastStartedAtMs;
    holdAsBefore(state);
    expect(state.hold?.untilMs).toBe(untilMs);
  });
});

describe('a board of quotes that are known beforehand', () => {
  it('has what the last poll that was left out would have brought', () => {
    const board = new QuoteBoard();
    board.observe([quoteOf(0)], 0, COMING);
    board.confirm(12_000);
    expect(board.last('NIFTY')).toEqual(quoteOf(12_000));
    expect(board.ages('NIFTY', 12_500)).toEqual({ quoteAgeMs: 500, priceAgeMs: 2_500 });
  });

  it('keeps the last one where there are none any more', () => {
    const board = new QuoteBoard();
    board.observe([quoteOf(35_000)], 35_000, COMING);
    board.confirm(45_000);
    expect(board.last('NIFTY')).toEqual(quoteOf(35_000));
  });

  it('takes no quote that is older than the one it would have brought', () => {
    const board = new QuoteBoard();
    board.observe([quoteOf(0)], 0, COMING);
    board.confirm(12_000);
    board.observe([quoteOf(5_000)], 13_000);
    expect(board.last('NIFTY')).toEqual(quoteOf(12_000));
  });

  it('knows nothing of a symbol that was never asked for', () => {
    const board = new QuoteBoard();
    board.observe([quoteOf(0)], 0, COMING);
    expect(board.last('OTHER')).toBeNull();
    expect(board.ages('OTHER', 0)).toEqual({ quoteAgeMs: null, priceAgeMs: null });
  });
});

describe('polls of quotes while something else decides', () => {
  it('are left out to the next change only while a price is waited for here', () => {
    const { desk, state } = toldDesk(COMING);
    desk.protections.isPriceAwaited = true;
    expect(holdUnseen(desk, state)).toBe(true);
    expect(state.hold?.untilMs).toBe(CHANGE_MS);
  });

  it('reach no run while any run watches a chain', () => {
    const { desk, state } = toldDesk(COMING);
    desk.runs.start(aRun({ runId: 'other' }), DEFAULT_RUN_POLICIES);
    desk.runs.get('other').watches = [
      { kind: 'index', underlying: 'NIFTY' },
      { kind: 'chain', underlying: 'NIFTY', expiry: '2026-11-24', strikesEachSide: 2 },
    ];
    expect(quotesAhead(desk, state)).toBeNull();
  });
});
