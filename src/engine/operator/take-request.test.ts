import { describe, expect, it } from 'vitest';

import { aDesk, deskOptions, leftDesk } from '../../../test/support/desk-rig.ts';
import {
  aDay,
  aLeg,
  aRun,
  type EngineRig,
  inputsOf,
  noticesOf,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { createDesk } from '../desk.ts';
import { takeRequest } from './take-request.ts';

function ask(rig: EngineRig, request: OperatorRequest): void {
  rig.step({ kind: 'operator-asked', request });
}

function runState(rig: EngineRig): string | undefined {
  return rig.engine.view().runs[0]?.state;
}

function heldRig(): EngineRig {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.step({ kind: 'run-held', runId: RUN, detail: 'command 3 differs' });
  return rig;
}

const reason = 'looked';

describe('the operator', () => {
  it.each<[string, OperatorRequest]>([
    ['No such run', { action: 'flatten', runId: 'x', reason }],
    ['No such run', { action: 'release', runId: 'x', how: 'adopt', reason }],
    ['found a run that is running', { action: 'release', runId: RUN, how: 'stop', reason }],
    ['Resume: the account is active', { action: 'resume', reason }],
    ['Cannot resolve', { action: 'resolve', tag: 'x', as: 'absent', reason }],
  ])('is warned and nothing else: %s', (words, request) => {
    const rig = startedRig();
    ask(rig, request);
    expect(noticesOf(rig.effects, 'warning')).toEqual([expect.stringContaining(words)]);
    expect(runState(rig)).toBe('running');
    expect(rig.engine.view().halt.state).toBe('active');
  });

  it('flattens a run by its name alone', () => {
    const rig = startedRig();
    const runId = 'short-straddle@2026-11-23/live';
    rig.start(aRun({ runId, strategy: 'short-straddle' }));
    ask(rig, { action: 'flatten', runId: 'short-straddle', reason });
    expect(noticesOf(rig.effects, 'info').join()).toContain(`squares off run "${runId}"`);
    expect(rig.engine.view().locks).toMatchObject([{ runId }]);
  });

  it.each<OperatorRequest>([
    { action: 'flatten', runId: 'fly', reason },
    { action: 'release', runId: 'fly', how: 'adopt', reason },
  ])('names the runs of a name that several have: $action', (request) => {
    const rig = startedRig();
    const runIds = ['fly@2026-11-23/live', 'fly#2@2026-11-23/live'];
    for (const runId of runIds) rig.start(aRun({ runId, strategy: 'fly' }));
    ask(rig, request);
    const [told] = noticesOf(rig.effects, 'warning');
    expect(told).toBe(`Several runs are called "fly", allowed one of "${runIds.join('", "')}"`);
    expect(rig.engine.view().locks).toEqual([]);
  });

  it.each(['short-stradle', 'short-straddle@2026-11-20/live'])(
    'is told the run that is nearest to %s',
    (runId) => {
      const rig = startedRig();
      rig.start(aRun({ runId: 'short-straddle@2026-11-23/live', strategy: 'short-straddle' }));
      ask(rig, { action: 'flatten', runId, reason });
      const nearest = expect.stringContaining(
        ', nearest "short-straddle@2026-11-23/live"',
      ) as string;
      expect(noticesOf(rig.effects, 'warning')).toEqual([nearest]);
    },
  );

  it('is not warned of a halt that was done at the start and is found again', () => {
    const rig = startedRig();
    const halt = { action: 'halt', state: 'halted', reason } as const;
    ask(rig, halt);
    ask(rig, halt);
    expect(noticesOf(rig.effects, 'warning')).toEqual([]);
    ask(rig, { ...halt, reason: 'another' });
    expect(noticesOf(rig.effects, 'warning')).toEqual([
      `Halt: the account is halted already: ${reason}`,
    ]);
  });

  it('flattens one run and leaves the account active', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    ask(rig, { action: 'flatten', runId: RUN, reason });
    expect(rig.sent('place')).toHaveLength(1);
    expect(rig.engine.view().halt.state).toBe('active');
  });

  it('flattens everything and takes no new risk from then on', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    ask(rig, { action: 'flatten', runId: null, reason });
    expect(rig.sent('place')).toHaveLength(1);
    expect(rig.engine.view().halt).toMatchObject({ state: 'reducing', reason, by: 'operator' });
  });
});

describe('a held run', () => {
  it('is shown nothing, and goes on when it is adopted', () => {
    const rig = heldRig();
    const { length } = inputsOf(rig.effects);
    rig.fresh(...rig.book.values());
    expect(inputsOf(rig.effects)).toHaveLength(length);
    ask(rig, { action: 'release', runId: RUN, how: 'adopt', reason });
    expect(runState(rig)).toBe('running');
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'done' });
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('sends no entry that it had decided before, until it is adopted', () => {
    const rig = startedRig();
    rig.place(aLeg());
    rig.step({ kind: 'run-held', runId: RUN, detail: 'command 3 differs' });
    rig.fresh();
    expect(rig.sent('place')).toEqual([]);
    ask(rig, { action: 'release', runId: RUN, how: 'adopt', reason });
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('is squared off and over when it is flattened', () => {
    const rig = heldRig();
    ask(rig, { action: 'release', runId: RUN, how: 'flatten', reason });
    expect(runState(rig)).toBe('failed');
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ side: 'buy' }]);
    expect(noticesOf(rig.effects, 'critical')).toContain(
      'The held run is ended, everything of it is squared off: looked',
    );
  });

  it('leaves everything to the operator when it is stopped', () => {
    const rig = heldRig();
    ask(rig, { action: 'release', runId: RUN, how: 'stop', reason });
    expect(runState(rig)).toBe('completed');
    expect(rig.sent('place')).toEqual([]);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toBe(
      'The held run is ended, its orders and positions stay as they are: handle them yourself: looked',
    );
    expect(rig.engine.view().runs).toMatchObject([{ detail: 'released by the operator: looked' }]);
  });
});

describe('a request of the operator', () => {
  const paused = (runId: string) => ({ runId, leg: 'ce', sinceMs: 0, reason: 'seen' });

  it('to halt says it once', () => {
    const desk = aDesk();
    takeRequest(desk, { action: 'halt', state: 'halted', reason });
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([]);
    takeRequest(desk, { action: 'halt', state: 'halted', reason: 'again' });
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
      expect.stringContaining('the account is halted already'),
    ]);
  });

  it('to resume lets runs enter again that he had flattened, and leaves other locks alone', () => {
    const desk = aDesk();
    const lock = { runId: RUN, reason, sinceMs: 0, untilMs: null } as const;
    desk.locks.add({ ...lock, protection: 'operator' });
    desk.locks.add({ ...lock, protection: 'day-loss' });
    takeRequest(desk, { action: 'resume', reason });
    expect(desk.locks.all()).toMatchObject([{ protection: 'day-loss' }]);
    expect(noticesOf(leftDesk(desk))).toEqual([
      `The run may enter again: ${reason}; 1 other reason still keeps entries back: sauda status`,
    ]);
  });

  it('to release a paused leg by a square-off flattens its run, though other runs are paused, too', () => {
    const desk = aDesk();
    for (const runId of ['other', RUN]) desk.foreign.pause(paused(runId));
    takeRequest(desk, { action: 'release', runId: RUN, how: 'flatten', reason });
    expect(desk.squareOffs.active()).toMatchObject([{ runId: RUN, origin: 'operator' }]);
    expect(desk.foreign.paused()).toEqual([paused('other')]);
  });

  it('about a run that there is not names those that there are, the nearest one as well', () => {
    const none = createDesk(deskOptions(), aDay());
    takeRequest(none, { action: 'flatten', runId: 'x', reason });
    expect(noticesOf(leftDesk(none))).toEqual(['No such run: found "x", allowed none yet']);
    const desk = aDesk();
    takeRequest(desk, { action: 'flatten', runId: RUN.replace('straddle', 'stradle'), reason });
    expect(noticesOf(leftDesk(desk))).toEqual([
      expect.stringContaining(`allowed "${RUN}", nearest "${RUN}"`),
    ]);
  });
});
