import { describe, expect, it } from 'vitest';

import {
  answerLast,
  SIGNAL,
  SQUARE_OFF,
  START,
} from '../../../test/support/custom-position-rig.ts';
import {
  aCalendar,
  aDay,
  at,
  type EngineRig,
  inputsOf,
  noticesOf,
  refusalsOf,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';

function positionStates(rig: EngineRig): readonly string[] {
  return inputsOf(rig.effects).flatMap((input) =>
    input.kind === 'position-changed' ? [input.state] : [],
  );
}

describe('custom positions', () => {
  it('are started once and told to the run', () => {
    const rig = startedRig();
    rig.command(START);
    expect(rig.sent('start-position')).toMatchObject([
      { start: { alertName: 'morning', exitAtMs: at('15:10'), ticker: 'NIFTY', legs: [{}] } },
    ]);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(START);
    rig.pass(60_000);
    expect(rig.sent('start-position')).toEqual([]);
    expect(positionStates(rig)).toEqual(['started']);
    expect(refusalsOf(rig.effects)[0]).toContain('A start is never repeated');
  });

  it.each([
    ['rejected', REFUSED, 'start-rejected'],
    ['unknown', TIMEOUT, 'start-unknown'],
  ] as const)('are not started again when the answer is %s', (_, outcome, state) => {
    const rig = startedRig();
    rig.command(START);
    answerLast(rig, outcome);
    rig.command(START);
    rig.pass(60_000);
    expect(rig.attempts()).toHaveLength(1);
    expect(positionStates(rig)).toEqual([state]);
    expect(rig.engine.view().customPositions).toMatchObject([{ state }]);
  });

  it.each([
    ['08:14:59', false],
    ['08:15', true],
    ['15:28:59', true],
    ['15:29', false],
  ])('are started at %s: %s', (from, isSent) => {
    const rig = startedRig({ from });
    rig.command(START);
    expect(rig.attempts()).toHaveLength(isSent ? 1 : 0);
    expect(refusalsOf(rig.effects)).toHaveLength(isSent ? 0 : 1);
  });

  it('are closed locally on paper: no request leaves', () => {
    const rig = startedRig();
    rig.command(START);
    rig.command(SQUARE_OFF);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    expect(positionStates(rig)).toEqual(['started', 'squared-off']);
    expect(noticesOf(rig.effects, 'info').at(-1)).toMatch(/^Position "morning": Closed locally/);
    rig.pass(60_000);
    expect(rig.attempts()).toHaveLength(1);
    rig.command(SQUARE_OFF);
    expect(refusalsOf(rig.effects)[0]).toContain('found state squared-off');
  });

  it('are squared off by their id in live, and again when that failed', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(SQUARE_OFF);
    rig.command(SQUARE_OFF);
    expect(rig.sent('square-off-position')).toMatchObject([{ positionId: 'p1' }]);
    answerLast(rig, TIMEOUT);
    rig.command(SQUARE_OFF);
    answerLast(rig, { kind: 'accepted', value: { message: 'done' } });
    expect(positionStates(rig)).toEqual(['started', 'square-off-failed', 'squared-off']);
  });

  it('are asked for again, later each time, while the answer is not known', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(SQUARE_OFF);
    expect(rig.sent('square-off-position')).toHaveLength(1);
    answerLast(rig, TIMEOUT);
    rig.pass(4_999);
    expect(rig.sent('square-off-position')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('square-off-position')).toHaveLength(1);
    answerLast(rig, TIMEOUT);
    rig.pass(9_999);
    expect(rig.sent('square-off-position')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('square-off-position')).toHaveLength(1);
    answerLast(rig, { kind: 'accepted', value: { message: 'done' } });
    rig.pass(600_000);
    expect(rig.sent('square-off-position')).toEqual([]);
  });

  it('are not asked for again when the platform refused it', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(SQUARE_OFF);
    rig.sent('square-off-position');
    answerLast(rig, {
      kind: 'rejected',
      rejection: {
        form: 'error-envelope',
        status: 404,
        code: 'NOT_FOUND',
        message: '',
        details: {},
      },
    });
    rig.pass(600_000);
    expect(rig.sent('square-off-position')).toEqual([]);
  });

  it('of one name are started once, whatever else the second start says', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command({ ...START, alertName: 'another', ticker: 'BANKNIFTY' });
    expect(rig.sent('start-position')).toHaveLength(1);
    expect(refusalsOf(rig.effects)).toHaveLength(1);
  });

  it('of a failed run are squared off', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'x' });
    expect(rig.sent('square-off-position')).toHaveLength(1);
    answerLast(rig, { kind: 'accepted', value: { message: 'done' } });
    rig.step({
      kind: 'operator-asked',
      request: { action: 'flatten', runId: null, reason: 'sure' },
    });
    expect(rig.sent('square-off-position')).toEqual([]);
  });

  it('of no such name are refused, and so is an exit time that is none', () => {
    const rig = startedRig();
    rig.command(SQUARE_OFF, { ...START, exitTime: '25:00' }, { ...START, legs: [] });
    expect(refusalsOf(rig.effects)).toEqual([
      'Square-off of position "morning": found no position of this name, allowed a position that was started',
      'Exit time of position "morning": found "25:00", allowed HH:MM or HH:MM:SS',
      'Legs of position "morning": found 0, allowed 1 to 10',
    ]);
  });
});

describe('text signals', () => {
  it('are refused on paper', () => {
    const rig = startedRig();
    rig.command(SIGNAL);
    expect(rig.attempts()).toEqual([]);
    expect(refusalsOf(rig.effects)[0]).toBe(
      'A text signal always trades live: found mode paper, allowed mode live',
    );
  });

  it.each([
    ['accepted', { kind: 'accepted', value: { orderId: 'o1', message: 'ok' } }],
    ['rejected', REFUSED],
    ['unknown', TIMEOUT],
  ] as const)('are sent once in live and answered as %s', (state, outcome) => {
    const rig = startedRig({ mode: 'live' });
    rig.command(SIGNAL);
    answerLast(rig, outcome);
    rig.pass(60_000);
    expect(rig.attempts()).toHaveLength(1);
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({ kind: 'signal-answered', state });
  });

  it.each([
    ['info', { kind: 'accepted', value: { orderId: 'o1', message: 'ok' } }, 'accepted: ok'],
    ['warning', REFUSED, 'rejected: connection refused'],
  ] as const)('are told to people as %s when answered', (severity, outcome, words) => {
    const rig = startedRig({ mode: 'live' });
    rig.command(SIGNAL);
    answerLast(rig, outcome);
    expect(noticesOf(rig.effects, severity)).toEqual([`Text signal ${words}`]);
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({
      orderId: severity === 'info' ? 'o1' : null,
    });
  });

  it.each([
    ['closed', aDay({ isTradingDay: false, sessions: [], window: null }), 'Exchange is closed'],
    ['not verified', aDay({ isVerified: false }), 'Calendar is not verified'],
  ])('are refused on a day that is %s', (_, day, reason) => {
    const rig = startedRig({ mode: 'live', calendar: aCalendar(day) });
    rig.command(SIGNAL);
    expect(rig.attempts()).toEqual([]);
    expect(refusalsOf(rig.effects)[0]).toContain(reason);
  });

  it('are answered to nobody once the run has ended, and said to people', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(SIGNAL, START);
    const [signal, start] = rig.attempts();
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    if (signal === undefined || start === undefined) throw new RigProblem('nothing sent');
    const { length } = inputsOf(rig.effects);
    rig.answer(signal, TIMEOUT);
    rig.answer(start, TIMEOUT);
    expect(inputsOf(rig.effects)).toHaveLength(length);
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(2);
  });

  it('are refused without a trade or a broker', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command({ ...SIGNAL, trades: [] });
    rig.command({ ...SIGNAL, brokerIds: [] });
    expect(refusalsOf(rig.effects)).toHaveLength(2);
  });
});

describe('starts and signals', () => {
  it('count as messages: what is too much for a second waits, and is judged again', () => {
    const rig = startedRig({
      mode: 'live',
      limits: { messagesPerSecondMax: 2, messagesKeptForExits: 1 },
    });
    rig.command(START, SIGNAL, { ...START, position: 'noon' });
    expect(rig.attempts()).toHaveLength(1);
    rig.pass(5_000);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p' } });
    rig.pass(999);
    expect(rig.attempts()).toHaveLength(1);
    rig.pass(1);
    expect(rig.sent('signal')).toHaveLength(1);
    answerLast(rig, TIMEOUT);
    const reason = 'enough';
    rig.step({ kind: 'operator-asked', request: { action: 'halt', state: 'reducing', reason } });
    rig.pass(60_000);
    expect(rig.attempts()).toHaveLength(2);
    expect(refusalsOf(rig.effects).at(-1)).toContain('account is reducing');
  });

  it('count as entries: what is too much for a minute waits for the next', () => {
    const rig = startedRig({ mode: 'live', limits: { ordersPerMinuteMax: 1 } });
    rig.command(START, SIGNAL);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p' } });
    rig.pass(59_999);
    expect(rig.sent('signal')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('signal')).toHaveLength(1);
  });

  it('are given up while they wait, when the position is squared off or the run ends', () => {
    const rig = startedRig({
      mode: 'live',
      limits: { messagesPerSecondMax: 2, messagesKeptForExits: 1 },
    });
    rig.command(SIGNAL, START, SQUARE_OFF, { ...START, position: 'noon' });
    expect(refusalsOf(rig.effects)).toEqual(['Not sent: squared off before it was started']);
    rig.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'x' });
    rig.pass(60_000);
    expect(rig.attempts()).toHaveLength(1);
  });

  it('are refused while the account is halted, and a square-off is not', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    const reason = 'enough';
    rig.step({ kind: 'operator-asked', request: { action: 'halt', state: 'halted', reason } });
    rig.command(SIGNAL, { ...START, position: 'noon' }, SQUARE_OFF);
    expect(refusalsOf(rig.effects)).toHaveLength(2);
    expect(rig.sent('square-off-position')).toHaveLength(1);
  });
});
