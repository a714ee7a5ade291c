import { expect, it } from 'vitest';

import { noticesOf, TIMEOUT } from '../../test/support/engine-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';

it('counts no time in which nobody looked: a clock that jumps forwards proves nothing', () => {
  const rig = new UnseenRig();
  const { tag } = rig.send('lost');
  rig.look(20);
  rig.pass(900_000);
  rig.look(30);
  expect(rig.stateOf(tag)).toBe('unknown');
  rig.look(10);
  expect(rig.stateOf(tag)).toBe('absent');
  expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('over 60 s do not show it');
});

it('counts time in which looks failed: an order is not on its way for longer because of them', () => {
  const rig = new UnseenRig();
  const { tag } = rig.send('lost');
  rig.look(20);
  for (let seconds = 0; seconds < 60; seconds += 5) {
    rig.pass(5_000);
    const startedAtMs = rig.nowMs;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome: TIMEOUT });
  }
  rig.look(1);
  expect(rig.stateOf(tag)).toBe('absent');
});
