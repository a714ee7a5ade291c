import { expect, it } from 'vitest';

import { aLeg, EngineRig, pollsOf, wakeOf } from '../../../test/support/engine-rig.ts';

it.each([
  ['says that the next may', 7_000, 7_000],
  ['is due again, where that is later', 100, 1_000],
  ['failed 30 s ago, where the next may leave later still', 600_000, 30_000],
])('a poll that could not leave begins again when it %s', (_, retryAfterMs, restsMs) => {
  const rig = new EngineRig();
  rig.start();
  rig.work(aLeg());
  rig.pass(1_000);
  const startedAtMs = rig.nowMs;
  const retryAtMs = startedAtMs + retryAfterMs;
  const effects = rig.step({
    kind: 'poll-ended',
    startedAtMs,
    subject: 'orders',
    outcome: { kind: 'rejected', rejection: { form: 'not-sent', reason: 'no login', retryAtMs } },
  });
  expect(ordersPolls(effects)).toBe(0);
  let began: number | null = null;
  for (let nextMs = wakeOf(effects); began === null && nextMs !== null;) {
    rig.nowMs = nextMs;
    const passed = rig.step({ kind: 'time-passed' });
    if (ordersPolls(passed) > 0) began = rig.nowMs;
    nextMs = wakeOf(passed);
  }
  expect(began).toBe(startedAtMs + restsMs);
});

it('a process that begins after the close looks at the orders once', () => {
  const rig = new EngineRig({ from: '18:00' });
  rig.start();
  expect(ordersPolls(rig.effects)).toBe(1);
  expect(wakeOf(rig.show())).toBeNull();
});

function ordersPolls(effects: Parameters<typeof pollsOf>[0]): number {
  return pollsOf(effects).filter(({ subject }) => subject === 'orders').length;
}
