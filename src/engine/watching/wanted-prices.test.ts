import { describe, expect, it } from 'vitest';

import { deskOptions, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { aDay, aQuote, aRun, CE, inputsOf, PE, RUN } from '../../../test/support/engine-rig.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Watch } from '../../model/runs/input.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { createDesk, type Desk } from '../desk.ts';
import { firstProofMs } from '../reconciling/seek-absence.ts';
import { endPoll } from '../polling/end-poll.ts';
import { confirmQuotes, wantPrices } from './wanted-prices.ts';

const REPEATS = { everyMs: 1_000, untilMs: 60_000 };
const LOOK = { kind: 'poll-ended', subject: 'quotes', holdsUntilMs: 90_000 } as const;

function accepted(value: readonly Quote[]) {
  return { kind: 'accepted', value } as const;
}

/** A desk with one run that watches contracts. */
function lookedDesk(...watches: readonly Watch[]): Desk {
  const desk = createDesk(deskOptions(), aDay());
  desk.nowMs = 0;
  desk.runs.start(aRun(), DEFAULT_RUN_POLICIES).watches = watches;
  return desk;
}

function wanted(desk: Desk) {
  wantPrices(desk);
  return leftDesk(desk).filter(({ kind }) => kind === 'watch-prices');
}

function look(desk: Desk, ...contracts: readonly (typeof CE)[]): void {
  const quotes = contracts.map((contract) => ({ ...aQuote(contract), atMs: desk.nowMs }));
  endPoll(desk, { ...LOOK, atMs: desk.nowMs, startedAtMs: desk.nowMs, outcome: accepted(quotes) });
}

const OF_CE: Watch = { kind: 'contract', contract: CE };
const OF_PE: Watch = { kind: 'contract', contract: PE };

describe('what prices are wanted', () => {
  it('is emitted when it changes, and only then', () => {
    const desk = lookedDesk(OF_CE);
    expect(wanted(desk)).toMatchObject([{ symbols: [CE.symbol], everyMs: 1_000 }]);
    expect(wanted(desk)).toEqual([]);
    desk.runs.get(RUN).watches = [];
    expect(wanted(desk)).toMatchObject([{ symbols: [], isEach: false }]);
  });

  it('is each of them until every run was shown all that it watches', () => {
    const desk = lookedDesk(OF_CE, OF_PE);
    expect(wanted(desk)).toMatchObject([{ isEach: true }]);
    look(desk, CE);
    expect(wanted(desk)).toMatchObject([{ isEach: true }]);
    look(desk, CE, PE);
    expect(wanted(desk)).toMatchObject([{ isEach: false }]);
    desk.runs.get(RUN).watches = [OF_CE, OF_PE];
    expect(wanted(desk)).toMatchObject([{ isEach: true }]);
  });

  it('is each of them where a level decides what is watched', () => {
    const chain = { kind: 'chain', underlying: 'NIFTY', expiry: CE.expiry, strikesEachSide: 1 };
    const desk = lookedDesk(chain as Watch, OF_CE);
    wanted(desk);
    look(desk, CE);
    expect(desk.wanted.isEach).toBe(true);
  });
});

describe('prices that a look brought', () => {
  it('are shown to runs with how long they stand, and not where runs take them by themselves', () => {
    const desk = lookedDesk(OF_CE);
    wanted(desk);
    look(desk, CE);
    expect(inputsOf(leftDesk(desk), RUN)).toMatchObject([
      { kind: 'quotes-observed', repeats: REPEATS, quotes: [{ symbol: CE.symbol }] },
    ]);
    const quotes = [{ ...aQuote(CE, 777), atMs: 5 }];
    desk.nowMs = 5;
    const passed = { ...LOOK, atMs: 5, startedAtMs: 5, outcome: accepted(quotes) };
    endPoll(desk, { ...passed, isPassedOver: true });
    expect(leftDesk(desk)).toEqual([]);
    expect(desk.quotes.last(CE.symbol)?.atMs).toBe(5);
  });

  it('are looked at again each time once an attempt was asked for, until a look says how long it stands', () => {
    const desk = lookedDesk(OF_CE);
    expect(wanted(desk)).toMatchObject([{ leaveOutUntilMs: null }]);
    look(desk, CE);
    expect(wanted(desk)).toMatchObject([{ leaveOutUntilMs: REPEATS.untilMs }]);
    desk.outbox.attempt(0, { kind: 'cancel', orderIds: ['o'] });
    expect(wanted(desk)).toMatchObject([{ leaveOutUntilMs: null }]);
    look(desk, CE);
    expect(wanted(desk)).toMatchObject([{ leaveOutUntilMs: REPEATS.untilMs }]);
  });

  it('stay as fresh as polling would keep them, and count as the last good poll', () => {
    const desk = lookedDesk(OF_CE);
    look(desk, CE);
    desk.nowMs = 3_400;
    confirmQuotes(desk, desk.nowMs);
    expect(desk.quotes.ages(CE.symbol, 3_400).quoteAgeMs).toBe(400);
    expect(desk.polls.state('quotes')).toMatchObject({ lastGoodAtMs: 3_000, lastReadAtMs: 3_000 });
  });

  it('stand while an order is looked for, and are looked at again two polls before it may be proven absent', () => {
    const desk = lookedDesk(OF_CE);
    const intent = Object.assign(planned(desk), { state: 'unknown' });
    desk.doubts.open(intent, 0);
    Object.assign(desk.doubts.of(intent.tag) ?? {}, { ordersPolls: 9, lastLookAtMs: 0 });
    const untilMs = firstProofMs(desk) - 2_000;
    leftDesk(desk);
    look(desk, CE);
    expect(inputsOf(leftDesk(desk), RUN)).toMatchObject([{ repeats: REPEATS }]);
    expect(desk.wanted.leftOutUntilMs).toBe(untilMs);
  });
});
