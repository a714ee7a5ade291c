import { expect, it } from 'vitest';

import { brokerNamed } from './broker-settings.ts';

const BROKERS = { 'hedge-fund': '65ab00000000000000000002', second: '65ab00000000000000000003' };

function advice(name: string): unknown {
  const found = brokerNamed(name, BROKERS, { brokerId: '65ab00000000000000000001' });
  return found.ok ? found.value : found.error.next;
}

it.each([
  ['65ab00000000000000000002', 'That is the id of hedge-fund: write broker: hedge-fund'],
  ['65ab00000000000000000003', 'That is the id of second: write broker: second'],
  [
    '65ab00000000000000000001',
    'That is the id of the account\'s own connection: leave "broker" out',
  ],
  ['hedge-fud', 'Write hedge-fund'],
])('an unknown broker "%s" is answered with what to write', (name, next) => {
  expect(advice(name)).toBe(next);
});

it("an id that is no one's is no reason to write another broker", () => {
  expect(advice('77cd99999999999999999999')).toMatch(/^Name its connection/);
});
