import { expect, expectTypeOf, it } from 'vitest';

import { type PricedOrder } from './approve-order.ts';
import { type WebhookCommand } from './approve-webhook.ts';
import { type RiskApproved } from './risk-approved.ts';

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
