import { expect, it } from 'vitest';

import { aDay, at } from '../../test/support/engine-rig.ts';
import { ACTIVE } from '../model/halt.ts';
import { approveWebhook, type WebhookFacts } from './approve-webhook.ts';

const START = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [],
} as const;

function facts(over: Partial<WebhookFacts>): WebhookFacts {
  return {
    nowMs: at('10:00'),
    mode: 'live',
    day: aDay(),
    halt: ACTIVE,
    locks: [],
    positions: new Set(),
    ...over,
  };
}

it.each<[string, Partial<WebhookFacts>, string]>([
  ['before the window', { nowMs: at('08:14') }, 'from 08:15:00 to before 15:29:00'],
  ['at its end', { nowMs: at('15:29') }, 'from 08:15:00 to before 15:29:00'],
  ['on a day without one', { day: aDay({ window: null }) }, 'trading days only'],
])('a start %s is refused, with what is allowed', (_, over, allowed) => {
  expect(approveWebhook(START, facts(over))).toMatchObject({
    ok: false,
    error: { rule: 'outside-window', allowed: expect.stringContaining(allowed) as string },
  });
});
