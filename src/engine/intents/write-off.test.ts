import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { aLeg, noticesOf, RigProblem, RUN } from '../../../test/support/engine-rig.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type Desk } from '../desk.ts';
import { type Doubt } from '../reconciling/doubt-book.ts';
import { cancelWish, type Intent } from './intent.ts';
import { dropHeldEntries, resend, writeOff } from './write-off.ts';

const EXIT = aLeg({ role: 'exit', side: 'buy' });

/**
 * An order that was sent and not seen.
 *
 * @throws {RigProblem} when it is not looked for
 */
function sought(
  order = aLeg(),
  over: { readonly policies?: Partial<RunPolicies>; readonly intent?: Partial<Intent> } = {},
): { readonly desk: Desk; readonly intent: Intent; readonly doubt: Doubt } {
  const desk = aDesk({ policies: over.policies ?? {} });
  const intent = Object.assign(planned(desk, order), { state: 'unknown', ...over.intent });
  desk.doubts.open(intent, 0);
  const doubt = desk.doubts.of(intent.tag);
  if (doubt === undefined) throw new RigProblem('no doubt');
  Object.assign(doubt, { ordersPolls: 7, tagPolls: 3, watchedMs: 61_400 });
  leftDesk(desk);
  return { desk, intent, doubt };
}

const WISH = {
  terms: { kind: 'limit', pricePaise: 1 },
  commandIndex: 0,
  unknownAtMs: null,
} as const;

describe('an entry that is proven absent', () => {
  it('is held, and waits for the operator', () => {
    const { desk, intent, doubt } = sought(aLeg(), { intent: { modify: WISH } });
    writeOff(desk, doubt);
    expect(intent).toMatchObject({ state: 'absent', modify: null, cancel: null });
    expect(noticesOf(leftDesk(desk), 'critical')).toEqual([
      expect.stringMatching(
        /is absent and held: 7 clean polls and 3 look-ups of its tag over 61 s do not show it\. Decide: .* resend.*, or: .* absent/,
      ),
    ]);
  });

  it('is over where it was to be cancelled', () => {
    const { desk, intent, doubt } = sought(aLeg(), { intent: { cancel: cancelWish() } });
    writeOff(desk, doubt);
    expect(intent).toMatchObject({ state: 'refused', cancel: null });
    expect(desk.doubts.of(intent.tag)).toBeUndefined();
  });

  it.each<[string, 'waiting' | 'absent', Partial<Intent>]>([
    ['once more where its run wants that', 'waiting', {}],
    ['not twice', 'absent', { resends: 1 }],
    ['not where the platform had accepted it', 'absent', { state: 'accepted' }],
  ])('is sent %s', (_, state, over) => {
    const policies = { absentEntries: 'resend-once' } as const;
    const { desk, intent, doubt } = sought(aLeg(), { policies, intent: over });
    writeOff(desk, doubt);
    expect(intent.state).toBe(state);
  });
});

describe('an entry that is sent once more', () => {
  it('begins anew, under its tag', () => {
    const asked = { isResendAsked: true, endedAtMs: 5, isUnresolvedNoticed: true };
    const { desk, intent } = sought(aLeg(), {
      intent: { state: 'absent', waitingSinceMs: 0, cancel: cancelWish(), ...asked },
    });
    resend(desk, intent);
    expect(intent).toMatchObject({
      state: 'waiting',
      resends: 1,
      waitingSinceMs: desk.nowMs,
      cancel: null,
      isResendAsked: false,
      endedAtMs: null,
      isUnresolvedNoticed: false,
    });
    expect(desk.doubts.of(intent.tag)).toBeUndefined();
    expect([...desk.intents.live()]).toContain(intent);
  });
});

describe('an exit that is proven absent', () => {
  it('leaves its units to another one', () => {
    const { desk, intent, doubt } = sought(EXIT, { intent: { modify: WISH } });
    writeOff(desk, doubt);
    expect(intent).toMatchObject({ state: 'absent', modify: null, cancel: null });
    expect(desk.doubts.of(intent.tag)).toBeUndefined();
    expect(noticesOf(leftDesk(desk), 'critical')).toHaveLength(1);
  });

  it('is no alarm where it was to be cancelled', () => {
    const { desk, doubt } = sought(EXIT, { intent: { cancel: cancelWish() } });
    writeOff(desk, doubt);
    const effects = leftDesk(desk);
    expect(noticesOf(effects, 'critical')).toEqual([]);
    expect(noticesOf(effects, 'warning')).toHaveLength(1);
  });
});

describe('entries that are held as absent', () => {
  function heldIn(desk: Desk, leg: string, over: Partial<Intent> = {}): Intent {
    const state: Intent['state'] = 'absent';
    const intent = Object.assign(planned(desk, aLeg({ leg })), { state, ...over });
    desk.doubts.open(intent, 0);
    return intent;
  }

  it('end where their leg is squared off, and only there', () => {
    const desk = aDesk();
    const [gone, stays] = [heldIn(desk, 'ce'), heldIn(desk, 'pe')];
    const sought = heldIn(desk, 'ce', { state: 'unknown' });
    dropHeldEntries(desk);
    expect(gone.state).toBe('absent');
    const about = { reason: '', startedAtMs: desk.nowMs, isTold: true, isOverdueNoticed: false };
    desk.squareOffs.add({ runId: RUN, scope: ['ce'], origin: 'strategy', ...about });
    dropHeldEntries(desk);
    expect([gone, stays, sought].map(({ state }) => state)).toEqual([
      'refused',
      'absent',
      'unknown',
    ]);
  });
});
