import { describe, expect, it } from 'vitest';

import { SIGNAL, START } from '../../../test/support/custom-position-rig.ts';
import {
  aLeg,
  aRecord,
  at,
  each,
  type EngineRig,
  filled,
  inputsOf,
  noticesOf,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';

const NAME = `${RUN}/morning`;
const reason = 'looked at the platform';

type Resolve = Omit<Extract<OperatorRequest, { action: 'resolve' }>, 'action' | 'reason' | 'tag'>;

/**
 * A live rig whose start, or signal, was sent and whose answer was lost.
 *
 * @throws {RigProblem} when nothing was sent
 */
function lost(command: Command = START): EngineRig {
  const rig = startedRig({ mode: 'live' });
  rig.command(command);
  const [attempt] = rig.attempts();
  if (attempt === undefined) throw new RigProblem('nothing sent');
  rig.answer(attempt, TIMEOUT);
  return rig;
}

function ask(rig: EngineRig, request: OperatorRequest): readonly string[] {
  return noticesOf(rig.step({ kind: 'operator-asked', request }));
}

function resolve(rig: EngineRig, of: Resolve, tag = NAME): readonly string[] {
  return ask(rig, { action: 'resolve', tag, reason, ...of });
}

describe('a start whose answer was lost', () => {
  it('stays listed until the operator says what became of it', () => {
    const rig = lost();
    rig.pass(3_600_000);
    expect(rig.engine.view().unknownStarts).toMatchObject([
      { kind: 'position', name: NAME, runId: RUN, state: 'unknown', sinceMs: at('09:20') },
    ]);
    resolve(rig, { as: 'absent' });
    expect(rig.engine.view().unknownStarts).toEqual([]);
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({ state: 'start-rejected' });
  });

  it('is critical at once, before the close and at the close, each once, with what to type', () => {
    const rig = lost();
    const told = (): number =>
      noticesOf(rig.effects, 'critical').filter((message) =>
        message.includes(`sauda resolve ${NAME} --as started --id POSITION_ID`),
      ).length;
    expect(told()).toBe(1);
    rig.to('15:09:59');
    expect(told()).toBe(1);
    rig.to('15:10');
    rig.pass(1_000);
    expect(told()).toBe(2);
    rig.to('15:40');
    rig.pass(1_000);
    expect(told()).toBe(3);
  });

  it('asks to be woken for that: no event need come', () => {
    const rig = lost();
    const wakes = rig.pass(1_000).flatMap((of) => (of.kind === 'wake' ? [of.atMs] : []));
    expect(Math.min(...wakes)).toBeLessThanOrEqual(at('15:10'));
  });

  it('is under way, not unknown, until then', () => {
    const rig = startedRig({ mode: 'live' });
    rig.command(START);
    expect(rig.engine.view().unknownStarts).toMatchObject([{ state: 'under-way' }]);
    expect(noticesOf(rig.pass(1_000))).toEqual([]);
    rig.step({ kind: 'restarted', lastAtMs: rig.nowMs });
    expect(rig.engine.view().unknownStarts).toMatchObject([{ state: 'unknown' }]);
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(1);
  });

  it('is among what can be resolved once it is unknown, not while the answer may still come', () => {
    const open = startedRig({ mode: 'live' });
    open.command(START);
    expect(resolve(open, { as: 'absent' }, 'strange').join()).toContain('allowed none now');
    expect(resolve(lost(), { as: 'absent' }, 'strange').join()).toContain(`allowed ${NAME}`);
  });

  it('is told again after every restart', () => {
    const rig = lost();
    const told = noticesOf(rig.step({ kind: 'restarted', lastAtMs: rig.nowMs }), 'critical');
    expect(told).toEqual([expect.stringContaining('is still unknown')]);
  });

  it('is resolved by its identifier, and then squared off where that was asked for', () => {
    const rig = lost();
    rig.command({ kind: 'squareOffPosition', position: 'morning' });
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('is not squared off');
    expect(rig.sent('square-off-position')).toEqual([]);
    resolve(rig, { as: 'started', id: 'p7' });
    expect(rig.sent('square-off-position')).toMatchObject([{ positionId: 'p7' }]);
  });

  it('is squared off by a flatten once its identifier is known, and the flatten says so', () => {
    const rig = lost();
    const told = ask(rig, { action: 'flatten', runId: null, reason });
    expect(told.join('\n')).toContain('everything, but not 1 without a certain outcome');
    expect(told.filter((message) => message.includes('is not squared off'))).toHaveLength(1);
    expect(rig.sent('square-off-position')).toEqual([]);
    resolve(rig, { as: 'started', id: 'p7' });
    expect(rig.sent('square-off-position')).toHaveLength(1);
  });

  it('is told once when its run keeps asking, without an answer that it could act on at once', () => {
    const rig = lost();
    const { length } = inputsOf(rig.effects);
    for (let asked = 0; asked < 3; asked += 1) {
      rig.command({ kind: 'squareOffPosition', position: 'morning' });
    }
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(2);
    expect(inputsOf(rig.effects)).toHaveLength(length);
    const told = ask(rig, { action: 'flatten', runId: RUN, reason });
    expect(told.filter((message) => message.includes('is not squared off'))).toHaveLength(1);
  });

  it('is over when the operator has closed it by hand, started ones too', () => {
    const rig = lost();
    resolve(rig, { as: 'started', id: 'p7' });
    resolve(rig, { as: 'closed' });
    expect(rig.engine.view().customPositions).toMatchObject([{ state: 'squared-off' }]);
    rig.command({ kind: 'squareOffPosition', position: 'morning' });
    expect(rig.sent('square-off-position')).toEqual([]);
  });

  it.each([
    [{ as: 'resend' }, 'allowed absent, started, closed'],
    [{ as: 'arrived' }, 'allowed absent, started, closed'],
    [{ as: 'started' }, 'found no identifier'],
    [{ as: 'started', id: 'p 7' }, 'found "p 7"'],
  ] as const)('is not resolved by what says too little: %j', (of, why) => {
    const rig = lost();
    expect(resolve(rig, of).join()).toContain(why);
    expect(rig.engine.view().unknownStarts).toHaveLength(1);
  });

  it('is not resolved as a position that is known, nor twice', () => {
    const rig = lost();
    rig.command({ ...START, position: 'noon' });
    const attempt = rig.attempts().at(-1);
    if (attempt === undefined) throw new RigProblem('nothing sent');
    rig.answer(attempt, { kind: 'accepted', value: { positionId: 'p1' } } as never);
    expect(resolve(rig, { as: 'started', id: 'p1' }).join()).toContain('of position "noon"');
    resolve(rig, { as: 'absent' });
    expect(resolve(rig, { as: 'absent' }).join()).toContain('allowed nothing to resolve');
  });
});

describe('a text signal whose answer was lost', () => {
  const NAMED = `${RUN}/signal-0`;

  it('stays listed, and is repeated, until it is resolved', () => {
    const rig = lost(SIGNAL);
    rig.to('15:40');
    expect(rig.engine.view().unknownStarts).toMatchObject([{ kind: 'signal', name: NAMED }]);
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(2);
    expect(ask(rig, { action: 'flatten', runId: RUN, reason }).join('\n')).toContain(
      `"${NAMED}" is not squared off`,
    );
    expect(resolve(rig, { as: 'started', id: 'p' }, NAMED).join()).toContain('absent, arrived');
    resolve(rig, { as: 'arrived' }, NAMED);
    expect(rig.engine.view().unknownStarts).toEqual([]);
  });
});

describe('a custom position that is open at the close', () => {
  function started(exitTime: string | null): EngineRig {
    const rig = startedRig({ mode: 'live' });
    rig.command({ ...START, exitTime });
    const [attempt] = rig.attempts();
    if (attempt === undefined) throw new RigProblem('nothing sent');
    rig.answer(attempt, { kind: 'accepted', value: { positionId: 'p1' } } as never);
    return rig;
  }
  const open = (rig: EngineRig): readonly string[] =>
    noticesOf(rig.effects).filter((message) => message.includes('is still open'));

  it('is told where nothing will close it', () => {
    const rig = started(null);
    rig.to('15:40');
    expect(open(rig)).toHaveLength(1);
  });

  it('is not where the platform was told to close it by then', () => {
    const rig = started('15:10');
    rig.to('15:40');
    expect(open(rig)).toEqual([]);
  });

  it('is where its square-off came to nothing', () => {
    const rig = started('15:10');
    rig.command({ kind: 'squareOffPosition', position: 'morning' });
    rig.to('15:40');
    expect(open(rig)).toHaveLength(1);
  });
});

describe('orders with a tag of ours that no intent has', () => {
  it('are in the view with what they hold, and a flatten does not claim to close them', () => {
    const other = startedRig();
    const record = filled(other.work(aLeg()), 10_000);
    const rig = startedRig();
    rig.show(record);
    expect(rig.engine.view().orphans).toMatchObject([
      { symbol: record.symbol, netUnits: -75, orderIds: [record.orderId], isWorking: false },
    ]);
    const told = ask(rig, { action: 'flatten', runId: null, reason }).join('\n');
    expect(told).toContain('but not 1 contract of orders that are in no book');
    expect(told).toContain('Close them on the platform');
  });

  it('are none once a run has asked for the same', () => {
    const other = startedRig();
    const record = filled(other.work(aLeg()), 10_000);
    const rig = startedRig();
    rig.fresh(record);
    rig.place(aLeg());
    expect(rig.engine.view().orphans).toEqual([]);
  });
});

it('a flatten outside the session says that nothing leaves now', () => {
  const rig = startedRig();
  rig.fresh();
  rig.place(aLeg());
  const [attempt] = rig.sent('place');
  const [element] = attempt?.request.elements ?? [];
  if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
  rig.answer(attempt, each([element.tag]));
  rig.to('15:45');
  rig.show(filled(aRecord(element), 10_000));
  const told = ask(rig, { action: 'flatten', runId: RUN, reason }).join('\n');
  expect(told).toContain('The exchange is closed: 1 leg');
});

describe('a start or a signal of an earlier day', () => {
  const OF = 'swing@2026-11-19/live';
  const CARRIED = [
    {
      kind: 'position',
      runId: OF,
      position: 'morning',
      sentAtMs: at('09:20') - 86_400_000,
      exitAtMs: null,
      detail: 'timeout',
    },
    { kind: 'signal', runId: OF, commandIndex: 3, sentAtMs: 7, detail: 'timeout' },
  ] as const;

  function carried(): EngineRig {
    const rig = startedRig({ mode: 'live' });
    rig.step({ kind: 'starts-carried-over', starts: CARRIED });
    return rig;
  }

  it('is what the day before left unknown, or under way', () => {
    const rig = lost();
    rig.command(SIGNAL);
    const left = rig.engine.startsToCarry();
    expect(left).toMatchObject([
      { kind: 'position', runId: RUN, position: 'morning', sentAtMs: at('09:20') },
      { kind: 'signal', runId: RUN },
    ]);
    const next = startedRig({ mode: 'live' });
    next.step({ kind: 'starts-carried-over', starts: left });
    expect(next.engine.startsToCarry()).toEqual(left);
  });

  it('is listed, told as critical with its date, and repeated before the close and at it', () => {
    const rig = carried();
    expect(rig.engine.view().unknownStarts).toMatchObject([
      { kind: 'signal', name: `${OF}/signal-3`, state: 'unknown' },
      { kind: 'position', name: `${OF}/morning`, state: 'unknown' },
    ]);
    const told = (): readonly string[] =>
      noticesOf(rig.effects, 'critical').filter((message) => message.includes(`${OF}/morning`));
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain('sent on 2026-11-19 at 09:20');
    rig.to('15:20');
    rig.to('15:40');
    expect(told()).toHaveLength(3);
  });

  it('can be resolved, and is squared off once its identifier is known', () => {
    const rig = carried();
    resolve(rig, { as: 'arrived' }, `${OF}/signal-3`);
    resolve(rig, { as: 'started', id: 'p9' }, `${OF}/morning`);
    expect(rig.engine.view().unknownStarts).toEqual([]);
    ask(rig, { action: 'flatten', runId: OF, reason });
    expect(rig.attempts().at(-1)).toMatchObject({ kind: 'square-off-position', positionId: 'p9' });
    expect(rig.engine.startsToCarry()).toEqual([]);
  });

  it('is not squared off by a flatten of everything, which says so', () => {
    const rig = carried();
    const told = ask(rig, { action: 'flatten', runId: null, reason });
    expect(told.filter((message) => message.includes('not squared off')).length).toBe(2);
    resolve(rig, { as: 'started', id: 'p9' }, `${OF}/morning`);
    expect(rig.attempts().at(-1)).toMatchObject({ kind: 'square-off-position', positionId: 'p9' });
  });
});
