import { describe, expect, it } from 'vitest';

import { aDesk, deskOptions, held, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRun,
  at,
  refusalsOf,
  REFUSED,
  RUN,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { type Desk } from '../desk.ts';
import { type CustomPosition } from '../webhooks/custom-position-book.ts';
import { squareOffPositionsOf } from '../webhooks/custom-positions.ts';
import { endPositionSquareOff } from '../webhooks/end-webhook.ts';
import { type WaitingWebhook } from '../webhooks/webhook-book.ts';
import { flattenAtLimit } from './lock-at-limits.ts';

const REJECTED = {
  kind: 'rejected',
  rejection: { form: 'message', status: 404, msg: 'no such position' },
} as const;
const OTHER = 'other@2026-11-20/paper';

/** A desk in live mode, where a position is squared off by a request. */
function twoRuns(): Desk {
  const desk: Desk = { ...aDesk(), options: { ...deskOptions(), mode: 'live' } };
  desk.runs.start(aRun({ runId: OTHER }), DEFAULT_RUN_POLICIES);
  return desk;
}

function started(desk: Desk, over: Partial<CustomPosition> = {}): CustomPosition {
  const { position = 'condor' } = over;
  const of = { runId: RUN, position, askedAtMs: at('09:20'), exitAtMs: null };
  const custom = desk.customPositions.start(of);
  return Object.assign(custom, { state: 'started', positionId: position, ...over });
}

describe('at a limit', () => {
  it('a run that holds something is squared off, and no other', () => {
    const desk = twoRuns();
    held(desk, -75);
    flattenAtLimit(desk, OTHER, 'loss');
    expect(desk.squareOffs.active()).toEqual([]);
    flattenAtLimit(desk, null, 'loss');
    expect(desk.squareOffs.active()).toMatchObject([{ runId: RUN, scope: 'all' }]);
  });

  it('an entry that may still fill is enough, an exit is not', () => {
    const desk = twoRuns();
    planned(desk, aLeg({ role: 'exit', side: 'buy' }));
    flattenAtLimit(desk, RUN, 'loss');
    expect(desk.squareOffs.active()).toEqual([]);
    planned(desk);
    flattenAtLimit(desk, RUN, 'loss');
    expect(desk.squareOffs.active()).toHaveLength(1);
  });

  it.each(['starting', 'started'] as const)('a position that is %s is squared off', (state) => {
    const desk = twoRuns();
    const custom = started(desk, { state });
    flattenAtLimit(desk, RUN, 'loss');
    expect(custom.isSquareOffWanted).toBe(true);
  });

  it('one open position of several is enough', () => {
    const desk = twoRuns();
    const over = started(desk, { position: 'over', state: 'squared-off' });
    const open = started(desk);
    flattenAtLimit(desk, RUN, 'loss');
    expect([over, open].map((of) => of.isSquareOffWanted)).toEqual([false, true]);
  });

  it('a position whose square-off waits for its next try is not asked for at every look', () => {
    const desk = twoRuns();
    const againAtMs = desk.nowMs + 5_000;
    const custom = started(desk, { isSquareOffWanted: true, squareOffAgainAtMs: againAtMs });
    flattenAtLimit(desk, RUN, 'loss');
    expect(custom.squareOffAgainAtMs).toBe(againAtMs);
  });

  it('a position whose square-off the platform refused is not asked for at every look', () => {
    const desk = twoRuns();
    const custom = started(desk, { state: 'squaring-off', squareOffs: 1 });
    endPositionSquareOff(desk, custom, REJECTED);
    flattenAtLimit(desk, RUN, 'loss');
    expect(custom.isSquareOffWanted).toBe(false);
  });
});

describe('the custom positions of a run that is squared off', () => {
  it('are asked for, and no start of it that waits leaves any more', () => {
    const desk = twoRuns();
    const custom = started(desk);
    const command = { kind: 'startPosition', position: 'late', alertName: 'a', ticker: 'NIFTY' };
    // What waits was judged before; only its run counts here.
    const waiting = { command, ref: { runId: RUN, commandIndex: 1 } } as unknown as WaitingWebhook;
    desk.webhooks.add(waiting);
    squareOffPositionsOf(desk, RUN);
    expect(custom.isSquareOffWanted).toBe(true);
    expect(desk.webhooks.size).toBe(0);
    expect(refusalsOf(leftDesk(desk))).toEqual(['Not sent: the run is being squared off']);
  });

  it.each([
    ['was never sent', REFUSED, true],
    ['has no answer', TIMEOUT, true],
    ['was rejected', REJECTED, false],
  ])('are asked for again where the square-off %s', (_, outcome, isWanted) => {
    const desk = twoRuns();
    const custom = started(desk, { state: 'squaring-off', squareOffs: 1 });
    endPositionSquareOff(desk, custom, outcome);
    expect(custom).toMatchObject({ state: 'started', isSquareOffWanted: isWanted });
  });
});
