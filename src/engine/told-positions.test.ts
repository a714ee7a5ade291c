import { describe, expect, it } from 'vitest';

import { answerLast, SQUARE_OFF, START } from '../../test/support/custom-position-rig.ts';
import {
  aRun,
  CE,
  EngineRig,
  REFUSED,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../test/support/engine-rig.ts';
import { codesOf, toldBy } from '../../test/support/told-codes.ts';
import { type CarriedPosition, type CarryDoubt } from '../model/orders/carried-over.ts';
import { type Mode } from '../model/runs/run.ts';

const STARTED = { kind: 'accepted', value: { positionId: 'p1' } } as const;
const DONE = { kind: 'accepted', value: { message: 'done' } } as const;
const NOT_FOUND = {
  kind: 'rejected',
  rejection: {
    form: 'error-envelope',
    status: 404,
    code: 'NOT_FOUND',
    message: 'no such position',
    details: {},
  },
} as const;

/** A rig whose start was sent and has no answer yet. */
function starting(mode: Mode = 'live'): EngineRig {
  const rig = startedRig({ mode });
  rig.command(START);
  return rig;
}

function answered(rig: EngineRig, outcome: Parameters<typeof answerLast>[1]): readonly string[] {
  return toldBy(rig, () => {
    answerLast(rig, outcome);
  });
}

/** The start, answered, and its square-off, sent. */
function closing(): EngineRig {
  const rig = starting();
  answerLast(rig, STARTED);
  rig.command(SQUARE_OFF);
  return rig;
}

function resolve(rig: EngineRig, as: 'absent' | 'closed' | 'open', leg = 'morning'): unknown {
  const request = { action: 'resolve', tag: `${RUN}/${leg}`, as, reason: 'looked' } as const;
  return rig.step({ kind: 'operator-asked', request });
}

describe('a position start', () => {
  it.each([
    ['position-started', STARTED],
    ['position-not-started', REFUSED],
    ['start-unknown', TIMEOUT],
  ] as const)('is %s by its answer, once', (code, outcome) => {
    const rig = starting();
    expect(answered(rig, outcome)).toEqual([code]);
    expect(toldBy(rig, () => rig.pass(60_000))).toEqual([]);
  });

  it('is start-still-unknown at every restart until the operator resolves it', () => {
    const rig = starting();
    answerLast(rig, TIMEOUT);
    const restart = (): unknown => rig.step({ kind: 'restarted', lastAtMs: rig.nowMs });
    expect(toldBy(rig, restart)).toContain('start-still-unknown');
    resolve(rig, 'absent');
    expect(toldBy(rig, restart)).toEqual(['restarted']);
  });

  it.each([
    ['reported', false],
    ['not reported once it is resolved', true],
  ])('is start-unknown-at-close before and at the close: %s', (_, isResolved) => {
    const rig = starting();
    answerLast(rig, TIMEOUT);
    expect(toldBy(rig, () => rig.to('15:09:59'))).toEqual([]);
    if (isResolved) resolve(rig, 'absent');
    const codes = isResolved ? [] : ['start-unknown-at-close'];
    expect(toldBy(rig, () => rig.to('15:10'))).toEqual(codes);
    expect(toldBy(rig, () => rig.to('15:20'))).toEqual([]);
    expect(toldBy(rig, () => rig.to('15:40'))).toEqual(codes);
  });
});

describe('the square-off of a position', () => {
  it('is position-squared-off by its answer', () => {
    const rig = closing();
    expect(answered(rig, DONE)).toEqual(['position-squared-off']);
    expect(toldBy(rig, () => rig.to('15:40'))).toEqual([]);
  });

  it('is paper-position-closed on paper, where nothing is sent', () => {
    const rig = starting('paper');
    answerLast(rig, STARTED);
    expect(toldBy(rig, () => rig.command(SQUARE_OFF))).toEqual(['paper-position-closed']);
    expect(rig.sent('square-off-position')).toEqual([]);
  });

  it('is square-off-refused when it fails, and position-squared-off when the next try does not', () => {
    const rig = closing();
    expect(answered(rig, TIMEOUT)).toEqual(['square-off-refused']);
    rig.pass(5_000);
    expect(answered(rig, DONE)).toEqual(['position-squared-off']);
  });

  it('is square-off-refused again at a restart and before the close, until the operator has closed it', () => {
    const rig = closing();
    const restart = (): unknown => rig.step({ kind: 'restarted', lastAtMs: rig.nowMs });
    expect(answered(rig, NOT_FOUND)).toEqual(['square-off-refused']);
    expect(toldBy(rig, restart)).toContain('square-off-refused');
    expect(toldBy(rig, () => rig.to('15:10'))).toEqual(['square-off-refused']);
    resolve(rig, 'closed');
    expect(toldBy(rig, restart)).toEqual(['restarted']);
    expect(toldBy(rig, () => rig.to('15:40'))).toEqual([]);
  });
});

describe('a leg that was carried overnight', () => {
  function carrying(doubt: CarryDoubt | null): EngineRig {
    const rig = new EngineRig();
    const position: CarriedPosition = {
      leg: 'ce',
      contract: CE,
      netUnits: 150,
      openValuePaise: 1_500_000,
      lastPaise: 9_000,
      overnight: { since: '2026-11-18', doubt },
    };
    rig.step({ kind: 'run-started', run: aRun(), carried: [position] });
    return rig;
  }

  it('is carried-overnight where nothing puts it in doubt, and carried-not-confirmed else', () => {
    expect(codesOf(carrying(null).effects)).toEqual(['carried-overnight']);
    expect(codesOf(carrying('uncertain').effects)).toEqual(['carried-not-confirmed']);
  });

  it.each(['open', 'closed'] as const)(
    'is carried-settled when the operator says that it is %s, and waits no more',
    (as) => {
      const rig = carrying('not-confirmed');
      expect(toldBy(rig, () => resolve(rig, as, 'ce'))).toEqual(['resolved', 'carried-settled']);
      expect(rig.engine.view().pausedLegs).toEqual([]);
      const restart = (): unknown => rig.step({ kind: 'restarted', lastAtMs: rig.nowMs });
      expect(toldBy(rig, restart)).toEqual(['restarted']);
    },
  );
});
