import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, putInto, shownAs, working } from '../../../test/support/desk-rig.ts';
import { aLeg, aRun, at, CE, noticesOf, PE, RUN } from '../../../test/support/engine-rig.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { noticeUnflat } from '../closing/end-of-day.ts';
import { type Desk } from '../desk.ts';
import { lockAtLimits } from '../halting/lock-at-limits.ts';
import { takePlatformClock, takeStall } from '../lifecycle/take-process-events.ts';
import { changeWatches, flattenRuns, holdRun } from '../lifecycle/take-run-events.ts';
import { takeRequest } from '../operator/take-request.ts';
import { tellWhatWaits } from '../operator/tell-what-waits.ts';
import { tellRefusedQuotes } from '../watching/observe-market.ts';
import { type CustomPosition } from '../webhooks/custom-position-book.ts';
import { compareCounts } from './compare-counts.ts';

function said(desk: Desk): readonly string[] {
  return noticesOf(desk.outbox.take());
}

function start(desk: Desk, state: CustomPosition['state'], position = 'morning'): CustomPosition {
  const exitAtMs = at('09:16');
  const custom = desk.customPositions.start({ runId: RUN, position, askedAtMs: 0, exitAtMs });
  custom.state = state;
  return custom;
}

describe('what an operator asks for', () => {
  it.each(['', '  '])('is no resume for the reason "%s"', (reason) => {
    const desk = aDesk();
    takeRequest(desk, { action: 'halt', state: 'halted', reason: 'lunch' });
    said(desk);
    takeRequest(desk, { action: 'resume', reason });
    expect(said(desk)).toEqual(['Resume needs a reason: found none']);
    expect(desk.halt.state).toBe('halted');
  });

  it('names the runs there are, and of two of one strategy the first', () => {
    const desk = aDesk();
    const request = { action: 'flatten', runId: 'stradle', reason: 'x' } as const;
    takeRequest(desk, request);
    expect(said(desk)).toEqual([
      `No such run: found "stradle", allowed "${RUN}", nearest "${RUN}"`,
    ]);
    desk.runs.start(aRun({ runId: 'straddle@2026-11-23/paper' }), DEFAULT_RUN_POLICIES);
    takeRequest(desk, request);
    expect(said(desk)[0]).toContain(`, "straddle@2026-11-23/paper", nearest "${RUN}"`);
  });

  it('is not said to miss a start whose answer may still come', () => {
    for (const [state, words] of [
      ['starting', ''],
      ['start-unknown', ', but not 1 without a certain outcome'],
    ] as const) {
      const desk = aDesk();
      start(desk, state);
      flattenRuns(desk, RUN, 'x');
      expect(said(desk)[0]).toMatch(
        new RegExp(`^The operator squares off run "${RUN}"${words}: x`),
      );
    }
  });
});

describe('a run that is held', () => {
  it('waits for the operator, or is quarantined: one of the two is said', () => {
    for (const isQuarantined of [false, true]) {
      const desk = aDesk();
      holdRun(desk, { kind: 'run-held', atMs: 0, runId: RUN, detail: 'x', isQuarantined });
      expect(said(desk)).toEqual([
        expect.stringMatching(isQuarantined ? /^The run is quarantined/ : /^The run is held: x/),
      ]);
    }
  });

  it('keeps its paused legs paused where it is quarantined, and not where it is flattened', () => {
    const desk = aDesk();
    const paused = { runId: RUN, leg: 'ce', sinceMs: 0, reason: 'x' };
    desk.foreign.pause(paused);
    holdRun(desk, { kind: 'run-held', atMs: 0, runId: RUN, detail: 'x', isQuarantined: true });
    expect(desk.foreign.paused()).toEqual([paused]);
    flattenRuns(desk, RUN, 'x');
    expect(desk.foreign.paused()).toEqual([]);
  });
});

it('a run that watches a chain is shown the contracts that are known, once', () => {
  const desk = aDesk();
  const chain = {
    kind: 'chain',
    underlying: 'NIFTY',
    expiry: CE.expiry,
    strikesEachSide: 1,
  } as const;
  desk.contracts.observe('NIFTY', { contracts: [CE, PE], seen: { observedAtMs: 0, ageMsMax: 0 } });
  changeWatches(desk, RUN, [chain, chain]);
  const shown = desk.outbox.take().filter(({ kind }) => kind === 'deliver');
  expect(shown).toHaveLength(1);
  changeWatches(desk, RUN, [chain]);
  expect(desk.outbox.take()).toEqual([]);
});

it('a standstill names custom positions that may be open', () => {
  const desk = aDesk();
  start(desk, 'start-unknown', 'unknown');
  start(desk, 'squared-off', 'closed');
  start(desk, 'started', 'left to the platform');
  start(desk, 'started', 'open').isSquareOffWanted = true;
  takeStall(desk, desk.nowMs - 1_500);
  expect(said(desk)[0]).toContain(
    'could leave for: custom position "unknown", custom position "open". The',
  );
});

describe('at the close', () => {
  it('only what will never be answered is repeated, and nothing asks to be woken without it', () => {
    const desk = aDesk();
    start(desk, 'starting');
    noticeUnflat(desk);
    expect([desk.wakesAtMs, said(desk)]).toEqual([[], []]);
    desk.nowMs = at('15:41');
    noticeUnflat(desk);
    expect(said(desk)).toEqual([]);
    const unknown = aDesk();
    start(unknown, 'start-unknown');
    noticeUnflat(unknown);
    const dueMs = at('15:40') - unknown.limits.unknownNoticeBeforeCloseMs;
    expect(unknown.wakesAtMs).toEqual([dueMs]);
  });
});

it('an exit that is proven absent does not wait for the operator', () => {
  const desk = aDesk();
  for (const role of ['entry', 'exit'] as const) {
    const intent = planned(desk, aLeg({ role }));
    desk.doubts.open(intent, 0);
    putInto(intent, role === 'entry' ? 'unknown' : 'absent');
  }
  said(desk);
  tellWhatWaits(desk);
  expect(said(desk)).toEqual([]);
});

describe('a leg without a usable quote', () => {
  it.each([
    [[CE], 'is open in it: '],
    [[CE, PE], 'is open in it, and 1 more leg: '],
  ] as const)('is told with how many others, and for how long', (contracts, words) => {
    const desk = aDesk();
    for (const contract of contracts) held(desk, -75, { contract, leg: contract.symbol });
    const refused = contracts.map(({ symbol }) => {
      return { symbol, kind: 'crossed', problem: 'crossed' } as const;
    });
    tellRefusedQuotes(desk, refused);
    said(desk);
    desk.nowMs += 600_000;
    tellRefusedQuotes(desk, refused);
    const [message] = said(desk);
    expect(message).toContain(`No usable quote of ${CE.symbol} for 600 s`);
    expect(message).toContain(words);
  });
});

describe('a clock that differs from the platform', () => {
  it.each([
    [1_000, 'reducing', /1\.0 s ahead of .*restart the program and leave it down for 1\.0 s/],
    [-1_000, 'active', /1\.0 s behind .*\(chrony or ntpd\)\. What is bound .* too late/],
  ] as const)('by %i ms leaves the account %s', (aheadMs, state, words) => {
    const desk = aDesk();
    takePlatformClock(desk, aheadMs);
    expect(desk.halt.state).toBe(state);
    expect(said(desk)).toEqual([expect.stringMatching(words)]);
  });
});

it('the recount says in words what was sent', () => {
  const desk = aDesk();
  const intent = working(desk);
  putInto(intent, 'rejected');
  intent.orders.clear();
  shownAs(working(desk));
  planned(desk).sentAtMs = 0;
  desk.recount.noteEvent({ kind: 'restarted', atMs: 0, lastAtMs: 0 });
  compareCounts(desk);
  expect(desk.halt.reason).toContain('booked 3 sent = 1 seen + 1 rejected + 1 open');
  desk.halt = { ...desk.halt, state: 'active' };
  said(desk);
  desk.recount.noteEvent({ kind: 'restarted', atMs: 0, lastAtMs: 0 });
  compareCounts(desk);
  expect([said(desk), desk.halt.state]).toEqual([[], 'active']);
});

it('the recount says that it agrees again, and nothing else', () => {
  const desk = aDesk();
  desk.comparedAs = 'differed';
  desk.recount.noteEvent({ kind: 'restarted', atMs: 0, lastAtMs: 0 });
  compareCounts(desk);
  expect(said(desk)).toEqual(['The books agree with the recount again']);
  expect(desk.halt.state).toBe('active');
});

describe('limits', () => {
  const LOCK = { runId: RUN, reason: 'x', sinceMs: 0, untilMs: null } as const;

  it('look once after what came, and at no price until something comes', () => {
    const desk = aDesk();
    desk.profits.isDue = true;
    lockAtLimits(desk);
    expect([desk.profits.isDue, desk.profits.lookAtMs]).toEqual([false, Infinity]);
  });

  it('end locks that have a time, not those of the operator or of the day', () => {
    const desk = aDesk();
    desk.locks.add({ ...LOCK, protection: 'operator' });
    desk.locks.add({ ...LOCK, protection: 'day-loss' });
    desk.locks.add({ ...LOCK, protection: 'cooldown', untilMs: desk.nowMs + 1 });
    lockAtLimits(desk);
    expect(desk.locks.all().map(({ protection }) => protection)).toEqual([
      'operator',
      'day-loss',
      'cooldown',
    ]);
    expect(desk.wakesAtMs).toEqual([desk.nowMs + 1]);
    desk.nowMs += 1;
    lockAtLimits(desk);
    expect(desk.locks.all()).toHaveLength(2);
  });

  it('lock to the end of the day without asking to be woken at no time', () => {
    const dayLossPaiseMax = 1;
    const protections = { ...DEFAULT_RUN_POLICIES.protections, dayLossPaiseMax };
    const desk = aDesk({ policies: { protections } });
    held(desk, -75);
    held(desk, 75, { pricePaise: 11_000 });
    desk.profits.isDue = true;
    lockAtLimits(desk);
    expect(desk.locks.all()).toMatchObject([{ protection: 'day-loss', untilMs: null }]);
    expect(desk.wakesAtMs).not.toContain(null);
  });
});
