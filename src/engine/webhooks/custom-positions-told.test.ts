import { describe, expect, it } from 'vitest';

import {
  answerLast,
  SIGNAL,
  SQUARE_OFF,
  START,
} from '../../../test/support/custom-position-rig.ts';
import {
  inputsOf,
  noticesOf,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';

describe('custom positions', () => {
  it('report every change of state, and show it in the view', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(SQUARE_OFF);
    expect(rig.engine.view().customPositions).toMatchObject([{ state: 'squaring-off' }]);
    answerLast(rig, TIMEOUT);
    const failed = 'unknown: timeout: no answer in 10 s';
    expect(rig.engine.view().customPositions).toMatchObject([{ state: 'started', detail: failed }]);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      `Position "morning" may still be open: its square-off is ${failed}`,
    ]);
    rig.pass(5_000);
    answerLast(rig, { kind: 'accepted', value: { message: 'done' } });
    expect(rig.engine.view().customPositions).toMatchObject([
      { state: 'squared-off', detail: 'done', positionId: 'p1' },
    ]);
    expect(noticesOf(rig.effects, 'info')).toEqual([
      'Position "morning": Started as p1',
      'Position "morning" is squared off',
    ]);
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({ positionId: 'p1', detail: 'done' });
  });

  it('whose square-off is refused wait for the operator, who can correct the identifier', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'typo' } });
    rig.command(SQUARE_OFF);
    const rejection = { form: 'message', status: 404, msg: 'no such position' } as const;
    answerLast(rig, { kind: 'rejected', rejection });
    const name = `${RUN}/morning`;
    const commands = [
      `sauda resolve ${name} --as closed --reason "…"`,
      `sauda resolve ${name} --as started --id POSITION_ID --reason "…"`,
    ].join(', or: ');
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain(
      `Look at the platform, then: ${commands}`,
    );
    const again = noticesOf(rig.step({ kind: 'restarted', lastAtMs: rig.nowMs }), 'critical');
    expect(again).toEqual([
      expect.stringContaining(`may still be open: its square-off is rejected`),
    ]);
    expect(again.join()).toContain(commands);
    rig.show();
    const request = {
      action: 'resolve',
      tag: name,
      as: 'started',
      id: 'p1',
      reason: 'typo',
    } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(rig.sent('square-off-position').at(-1)).toMatchObject({ positionId: 'p1' });
    answerLast(rig, { kind: 'accepted', value: { message: 'done' } });
    expect(rig.engine.view().customPositions).toMatchObject([{ state: 'squared-off' }]);
  });

  it('that fail to start give the reason', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, REFUSED);
    const message = 'Position "morning" did not start: connection refused';
    expect(noticesOf(rig.effects)).toEqual([message]);
    expect(noticesOf(rig.effects, 'warning')).toEqual([message]);
    expect(rig.engine.view().customPositions).toMatchObject([{ detail: 'connection refused' }]);
  });

  it('are retried at most every 80 s', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(SQUARE_OFF);
    const waitsMs: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      rig.sent('square-off-position');
      answerLast(rig, TIMEOUT);
      const fromMs = rig.nowMs;
      while (rig.sent('square-off-position').length === 0) rig.pass(1_000);
      waitsMs.push(rig.nowMs - fromMs);
    }
    expect(waitsMs).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 80_000]);
  });

  it('whose square-off was refused raise an alarm at the close, whatever their exit time', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(SQUARE_OFF);
    const rejection = { form: 'message', status: 404, msg: 'no such position' } as const;
    answerLast(rig, { kind: 'rejected', rejection });
    const told = (): number =>
      noticesOf(rig.effects, 'critical').filter((said) => said.includes('--as started --id'))
        .length;
    expect(told()).toBe(1);
    rig.to('15:10');
    rig.pass(1_000);
    expect(told()).toBe(2);
    rig.to('15:40');
    expect(told()).toBe(3);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(
      /^At the close custom position "morning" .identifier p1. is still/,
    );
  });

  it('use the exit reserve for the first square-off, not for retries', () => {
    const limits = { messagesPerSecondMax: 2, messagesKeptForExits: 1 };
    const rig = startedRig({ mode: 'live', limits });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.pass(5_000);
    rig.command(SIGNAL);
    rig.command(SQUARE_OFF);
    expect(rig.sent('square-off-position')).toHaveLength(1);
    answerLast(rig, TIMEOUT);
    rig.pass(60_000);
    expect(rig.sent('square-off-position')).toEqual([]);
    const [, signal] = rig.attempts();
    if (signal === undefined) throw new RigProblem('nothing sent');
    rig.answer(signal, TIMEOUT);
    rig.pass(2_000);
    expect(rig.sent('square-off-position')).toHaveLength(1);
  });

  it('cost one message each to start, signal or square off', () => {
    const limits = { messagesPerSecondMax: 3, messagesKeptForExits: 0 };
    const rig = startedRig({ mode: 'live', limits });
    rig.command(START);
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.pass(5_000);
    rig.command({ ...START, position: 'noon' });
    rig.command(SIGNAL);
    rig.command(SQUARE_OFF);
    expect(rig.attempts()).toHaveLength(4);
    rig.pass(60_000);
    rig.command({ ...START, position: 'evening' });
    expect(rig.attempts()).toHaveLength(4);
    const again = startedRig({ mode: 'live', limits });
    again.command(START, { ...START, position: 'noon' });
    const [one, two] = again.attempts();
    if (one === undefined || two === undefined) throw new RigProblem('nothing sent');
    again.answer(one, { kind: 'accepted', value: { positionId: 'p1' } });
    again.answer(two, { kind: 'accepted', value: { positionId: 'p2' } });
    again.pass(5_000);
    again.command(SQUARE_OFF);
    again.command({ ...SQUARE_OFF, position: 'noon' });
    again.command(SIGNAL);
    expect(again.attempts()).toHaveLength(5);
  });

  it('raise one critical notice at the close while their square-off is pending', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command({ ...START, exitTime: null });
    answerLast(rig, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command(SQUARE_OFF);
    rig.to('15:40');
    rig.pass(60_000);
    const told = noticesOf(rig.effects, 'critical');
    expect(told.filter((message) => message.startsWith('At the close'))).toHaveLength(1);
  });
});
