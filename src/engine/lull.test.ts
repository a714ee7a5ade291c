import { expect, it } from 'vitest';

import { deskOptions } from '../../test/support/desk-rig.ts';
import {
  aDay,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  EngineRig,
  moved,
  PE,
  pollsOf,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../test/support/engine-rig.ts';
import { NO_PROTECTIONS } from '../model/runs/run-policies.ts';
import { noticeOf } from '../notices/notice.ts';
import { createDesk, type Desk } from './desk.ts';
import { type Effect } from './effect.ts';
import { type EngineEvent } from './event.ts';
import { Lull } from './lull.ts';

/** Lets time pass and prices come that lead to nothing. */
function lull(rig: EngineRig): void {
  for (let second = 0; second < 5; second += 1) {
    rig.pass(100);
    rig.quotes(aQuote(PE));
  }
}

it('a price that reaches a limit locks the run after however long a quiet time', () => {
  const rig = new EngineRig();
  const protections = { ...NO_PROTECTIONS, dayLossPaiseMax: 75_000 };
  rig.step({ kind: 'run-started', run: aRun(), policies: { protections } });
  rig.hold(aLeg());
  lull(rig);
  rig.quotes(aQuote(CE, 11_000));
  expect(rig.engine.view().locks.map(({ protection }) => protection)).toEqual(['day-loss']);
});

it('an entry that waits for a price leaves with it', () => {
  const rig = startedRig();
  rig.orders();
  rig.place(aLeg());
  lull(rig);
  rig.orders();
  expect(rig.sent('place')).toHaveLength(0);
  rig.pass(100);
  rig.quotes(aQuote(CE));
  expect(rig.sent('place')).toHaveLength(1);
});

it('an entry that waits for a price leaves with it, also when nothing else has happened for a while', () => {
  const rig = startedRig();
  rig.orders();
  rig.place(aLeg());
  lull(rig);
  expect(rig.sent('place')).toHaveLength(0);
  rig.quotes(aQuote(CE));
  expect(rig.sent('place')).toHaveLength(1);
});

it('an exit of a square-off that does not fill follows the price', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.command({ kind: 'squareOff', legs: 'all', reason: 'done' });
  const [element] = rig.sent('place')[0]?.request.elements ?? [];
  if (element === undefined) throw new RigProblem('no exit');
  rig.show(moved(aRecord(element), { status: 'open' }));
  rig.pass(60_000);
  lull(rig);
  rig.quotes(aQuote(CE, 12_000));
  expect(rig.sent('modify')).toHaveLength(1);
});

it('what is due comes when it is due, and no sooner', () => {
  const rig = startedRig({ limits: { intradayEndsBeforeCloseMs: 600_000 } });
  rig.hold(aLeg());
  rig.to('15:29');
  lull(rig);
  rig.to('15:29:59');
  expect(rig.engine.view().squareOffs).toHaveLength(0);
  rig.to('15:30');
  expect(rig.engine.view().squareOffs).toHaveLength(1);
});

it('polls go on', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  lull(rig);
  expect(pollsOf(rig.pass(60_000)).map(({ subject }) => subject)).toContain('orders');
});

it.each<[string, boolean, Effect]>([
  ['that asks to be woken', true, { kind: 'wake', atMs: 9 }],
  ['that asks for a poll', true, { kind: 'poll', poll: { subject: 'orders' } }],
  [
    'that shows prices',
    true,
    {
      kind: 'deliver',
      runId: RUN,
      input: {
        kind: 'quotes-observed',
        atMs: 0,
        quotes: [],
        seen: { observedAtMs: 0, ageMsMax: 0 },
      },
    },
  ],
  [
    'that shows the close',
    false,
    { kind: 'deliver', runId: RUN, input: { kind: 'session-edge', atMs: 0, edge: 'close' } },
  ],
  [
    'that cancels',
    false,
    { kind: 'attempt', attempt: { kind: 'cancel', attemptId: 'a1', orderIds: ['o1'] } },
  ],
  ['that says something', false, { kind: 'notice', notice: noticeOf('books-agree', null, {}) }],
])('steps %s are quiet: %s', (_, isQuiet, effect) => {
  const desk = aDesk();
  const quiet = new Lull();
  const event = { kind: 'time-passed', atMs: 0 } as const;
  quiet.noteLook(desk);
  for (let step = 0; step < 2; step += 1) quiet.noteStep(event, [effect]);
  expect(quiet.holds(desk, event)).toBe(isQuiet);
});

const PRICES = {
  kind: 'poll-ended',
  atMs: 0,
  startedAtMs: 0,
  subject: 'quotes',
  outcome: { kind: 'accepted', value: [] },
} as const;

it.each<[string, boolean, EngineEvent]>([
  ['prices', true, PRICES],
  ['prices that failed', false, { ...PRICES, outcome: TIMEOUT }],
  [
    'contracts',
    false,
    {
      ...PRICES,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: { kind: 'accepted', value: { contracts: [], malformed: [] } },
    },
  ],
  [
    'a word of the operator',
    false,
    { kind: 'operator-asked', atMs: 0, request: { action: 'resume', reason: 'x' } },
  ],
])('steps on %s alone are quiet: %s', (_, isQuiet, event) => {
  const desk = aDesk();
  const quiet = new Lull();
  quiet.noteLook(desk);
  quiet.noteStep(event, []);
  expect(quiet.holds(desk, event)).toBe(false);
  quiet.noteStep(event, []);
  expect(quiet.holds(desk, event)).toBe(isQuiet);
});

it('lasts until something is due, the earliest of all', () => {
  const desk = aDesk();
  const quiet = new Lull();
  desk.wakesAtMs.push(900, 500, 700);
  quiet.noteLook(desk);
  for (let step = 0; step < 2; step += 1) quiet.noteStep(PRICES, []);
  const holds = (nowMs: number): boolean => quiet.holds(Object.assign(desk, { nowMs }), PRICES);
  expect([holds(499), holds(500)]).toEqual([true, false]);
});

function aDesk(): Desk {
  const desk = createDesk(deskOptions(), aDay());
  desk.nowMs = 0;
  return desk;
}

it('takes two steps in a row that led to nothing, whatever came before', () => {
  const desk = aDesk();
  const quiet = new Lull();
  const said = { kind: 'notice', notice: noticeOf('books-agree', null, {}) } as const;
  const time = { kind: 'time-passed', atMs: 0 } as const;
  quiet.noteLook(desk);
  for (const effects of [[], [], [said], []]) quiet.noteStep(time, effects);
  expect(quiet.holds(desk, time)).toBe(false);
  quiet.noteStep(time, []);
  expect(quiet.holds(desk, time)).toBe(true);
});
