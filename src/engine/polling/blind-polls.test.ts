import { expect, it } from 'vitest';

import { aLeg, type EngineRig, startedRig } from '../../../test/support/engine-rig.ts';

const NO_LOGIN = {
  kind: 'rejected',
  rejection: { form: 'not-sent', reason: 'Not logged in' },
} as const;

/** Severities of the notices while polls of the orders cannot leave for so many seconds. */
function failFor(rig: EngineRig, seconds: number): readonly string[] {
  const told: string[] = [];
  for (let second = 0; second < seconds; second += 1) {
    rig.pass(1_000);
    const effects = rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs,
      subject: 'orders',
      outcome: NO_LOGIN,
    });
    for (const effect of effects) {
      if (effect.kind === 'notice' && effect.notice.code === 'poll-failed') {
        told.push(effect.notice.severity);
      }
    }
  }
  return told;
}

it('polls that cannot leave are a warning while nothing is held', () => {
  const rig = startedRig();
  rig.fresh();
  expect(failFor(rig, 20)).toEqual(['warning']);
});

it('they are critical once something works, though they failed before', () => {
  const rig = startedRig();
  rig.fresh();
  expect(failFor(rig, 3)).toEqual(['warning']);
  rig.place(aLeg());
  expect(failFor(rig, 3)).toEqual(['critical']);
});

it('they are told again every five minutes, not at each poll', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.fresh();
  expect(failFor(rig, 601)).toEqual(['critical', 'critical', 'critical']);
});
