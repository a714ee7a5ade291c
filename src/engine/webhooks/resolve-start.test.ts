import { describe, expect, it } from 'vitest';

import { aDesk } from '../../../test/support/desk-rig.ts';
import { noticesOf, RUN } from '../../../test/support/engine-rig.ts';
import { type ResolveAs } from '../../model/orders/operator-request.ts';
import { type Desk } from '../desk.ts';
import { type CustomPosition } from './custom-position-book.ts';
import { resolveStart } from './resolve-start.ts';
import { type SentSignal } from './webhook-book.ts';

function withPosition(state: CustomPosition['state']): {
  readonly desk: Desk;
  readonly custom: CustomPosition;
} {
  const desk = aDesk();
  const of = { runId: RUN, position: 'morning', askedAtMs: 0, exitAtMs: null };
  const custom = desk.customPositions.start(of);
  custom.state = state;
  return { desk, custom };
}

function withSignal(state: SentSignal['state']): {
  readonly desk: Desk;
  readonly signal: SentSignal;
} {
  const desk = aDesk();
  const signal = desk.signals.send({ runId: RUN, commandIndex: 4, sentAtMs: 0 });
  signal.state = state;
  return { desk, signal };
}

/** What people hear after the operator has said what became of it. */
function resolve(
  desk: Desk,
  name: string,
  { as, id }: { readonly as: ResolveAs; readonly id?: string | undefined },
): readonly string[] {
  const request = { action: 'resolve', tag: `${RUN}/${name}`, as, reason: 'looked' } as const;
  expect(resolveStart(desk, id === undefined ? request : { ...request, id })).toBe(true);
  return noticesOf(desk.outbox.take());
}

describe('a position start without a certain outcome', () => {
  it.each([
    ['absent', 'start-rejected', undefined],
    ['started', 'started', 'P-1'],
    ['closed', 'squared-off', undefined],
  ] as const)('that is said to be %s is %s', (as, state, id) => {
    const { desk, custom } = withPosition('start-unknown');
    expect(resolve(desk, 'morning', { as, id })).toEqual([`Resolved "${RUN}/morning" as ${as}`]);
    const detail = 'the operator says so: looked';
    expect(custom).toMatchObject({ state, positionId: id ?? null, detail });
  });

  it.each([
    ['start-unknown', 'arrived', 'start-unknown, allowed absent, started, closed'],
    ['started', 'absent', 'started, allowed closed'],
    ['starting', 'absent', 'starting, allowed nothing to resolve'],
    ['squared-off', 'closed', 'squared-off, allowed nothing to resolve'],
  ] as const)('that is %s cannot be %s', (state, as, words) => {
    const { desk, custom } = withPosition(state);
    expect(resolve(desk, 'morning', { as })).toEqual([
      `Cannot resolve "${RUN}/morning" as ${as}: found a position that is ${words}`,
    ]);
    expect(custom.state).toBe(state);
  });

  it.each([
    [undefined, 'no identifier'],
    ['', '""'],
    ['a b', '"a b"'],
    ['x'.repeat(129), `"${'x'.repeat(129)}"`],
  ])('is not started under %j', (id, found) => {
    const { desk, custom } = withPosition('start-unknown');
    expect(resolve(desk, 'morning', { as: 'started', id }).join()).toContain(
      `found ${found}, allowed the`,
    );
    expect(custom.state).toBe('start-unknown');
  });

  it('gets another identifier before anything was asked for under a mistyped one', () => {
    const { desk, custom } = withPosition('start-unknown');
    resolve(desk, 'morning', { as: 'started', id: 'P-1' });
    resolve(desk, 'morning', { as: 'started', id: 'P-2' });
    expect(custom).toMatchObject({ state: 'started', positionId: 'P-2', isSquareOffWanted: false });
  });

  it('is not started under the identifier of another', () => {
    const { desk } = withPosition('start-unknown');
    const of = { runId: RUN, position: 'noon', askedAtMs: 0, exitAtMs: null };
    desk.customPositions.start(of).positionId = 'P-1';
    expect(resolve(desk, 'morning', { as: 'started', id: 'P-1' }).join()).toContain(
      'found identifier "P-1", which is that of position "noon"',
    );
  });
});

describe('a text signal without a certain outcome', () => {
  it.each([
    ['arrived', 'accepted'],
    ['absent', 'rejected'],
  ] as const)('that is said to be %s is %s', (as, state) => {
    const { desk, signal } = withSignal('unknown');
    expect(resolve(desk, 'signal-4', { as })).toEqual([`Resolved "${RUN}/signal-4" as ${as}`]);
    expect(signal).toMatchObject({ state, detail: 'the operator says so: looked' });
  });

  it.each([
    ['unknown', 'closed', 'unknown, allowed absent, arrived'],
    ['accepted', 'absent', 'accepted, allowed nothing to resolve'],
  ] as const)('that is %s cannot be %s', (state, as, words) => {
    const { desk, signal } = withSignal(state);
    expect(resolve(desk, 'signal-4', { as })).toEqual([
      `Cannot resolve "${RUN}/signal-4" as ${as}: found a signal that is ${words}`,
    ]);
    expect(signal.state).toBe(state);
  });
});

it('what is neither is left to others', () => {
  const { desk } = withSignal('unknown');
  const request = { action: 'resolve', tag: 'spaaa', as: 'absent', reason: 'x' } as const;
  expect(resolveStart(desk, request)).toBe(false);
});

it('a position that was squared off by hand is not to be squared off any more', () => {
  const { desk, custom } = withPosition('started');
  Object.assign(custom, { positionId: 'p1', isSquareOffWanted: true });
  resolve(desk, 'morning', { as: 'closed' });
  expect(custom).toMatchObject({ state: 'squared-off', isSquareOffWanted: false });
});

it('what cannot be resolved so is a warning', () => {
  const { desk } = withPosition('squared-off');
  const request = { action: 'resolve', tag: `${RUN}/morning`, as: 'absent', reason: '' } as const;
  resolveStart(desk, request);
  expect(noticesOf(desk.outbox.take(), 'warning')).toEqual([
    expect.stringContaining('nothing to resolve'),
  ]);
});
