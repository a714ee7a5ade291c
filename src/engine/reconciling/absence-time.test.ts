import { expect, it } from 'vitest';

import { noticesOf, TIMEOUT } from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';

it('is not proven by a gap between polls: a clock that jumps forwards proves nothing', () => {
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

it('takes no longer because polls fail in between', () => {
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
