import { expect, expectTypeOf, it } from 'vitest';

import { type PricedOrder } from './approve-order.ts';
import { type WebhookCommand } from './approve-webhook.ts';
import {
  isAboutAddedRisk,
  isForWantOfData,
  type Refusal,
  type RiskApproved,
  type RiskRule,
} from './refusal.ts';

function refused(rule: RiskRule): Refusal {
  return { rule, what: 'Something', found: 'this', allowed: 'that' };
}

it.each<RiskRule>([
  'unverified-day',
  'entries-ended',
  'halted',
  'locked',
  'unknown-orders',
  'working-entries',
  'lots',
  'open-premium',
  'duplicate',
])('a hedge passes a refusal by %s', (rule) => {
  expect(isAboutAddedRisk(refused(rule))).toBe(true);
});

it.each<RiskRule>(['lot', 'tick', 'no-quote', 'stale-orders', 'paused-leg', 'price-distance'])(
  'a hedge does not pass a refusal by %s',
  (rule) => {
    expect(isAboutAddedRisk(refused(rule))).toBe(false);
  },
);

it.each<[RiskRule, boolean]>([
  ['stale-orders', true],
  ['no-quote', true],
  ['stale-quote', true],
  ['halted', false],
  ['lots', false],
])('%s may be lifted by a poll: %s', (rule, isLifted) => {
  expect(isForWantOfData(refused(rule))).toBe(isLifted);
});

function send(order: RiskApproved<PricedOrder>): PricedOrder {
  return order;
}

function post(command: RiskApproved<WebhookCommand>): WebhookCommand {
  return command;
}

it('is asked for by whoever sends: what was not approved does not compile', () => {
  const order = {} as PricedOrder;
  const command = {} as WebhookCommand;
  // @ts-expect-error an order that the gate has not seen
  expect(send(order)).toBe(order);
  // @ts-expect-error a start or signal that the gate has not seen
  expect(post(command)).toBe(command);
  expectTypeOf<PricedOrder>().not.toExtend<RiskApproved<PricedOrder>>();
});
