import { EMPTY } from 'rxjs';
import { expect, it } from 'vitest';

import { defineStrategy } from './define-strategy.ts';
import { rupees } from './whole.ts';

it.each(['Hedge Fund', '', 7, null])('refuses %j as the name of a broker', (broker) => {
  const definition = { name: 'elsewhere', broker, run: () => EMPTY };
  expect(() => defineStrategy(definition as never)).toThrow(
    `Cannot load strategy "elsewhere": broker: wanted 1 to 32 characters of a-z 0-9 _ -, found ${JSON.stringify(broker)}`,
  );
});

it('asks for a broker by its name', () => {
  const strategy = defineStrategy({ name: 'elsewhere', broker: 'hedge-fund', run: () => EMPTY });
  expect(strategy.broker).toEqual({ name: 'hedge-fund' });
});

it('needs no parameters', () => {
  const { params } = defineStrategy({ name: 'plain', run: () => EMPTY });
  expect(params.safeParse({})).toMatchObject({ success: true, data: {} });
});

it('says so when there is nothing to run', () => {
  const definition = { name: 'idle' } as unknown as Parameters<typeof defineStrategy>[0];
  expect(() => defineStrategy(definition)).toThrow('wanted a function "run", found undefined');
});

it('takes limits of the day', () => {
  const protections = { dayLoss: rupees(5_000), losingStreak: 3, cooldownMinutes: 30 };
  expect(defineStrategy({ name: 'limited', protections, run: () => EMPTY })).toMatchObject({
    protections: { dayLossPaiseMax: 500_000, drawdownPaiseMax: null, cooldownMs: 1_800_000 },
  });
});

it.each([
  [5_000, 'wanted an object, found 5000'],
  [
    { losingStreaks: 3 },
    'wanted dayLoss, weekLoss, drawdown, losingStreak, cooldownMinutes, found "losingStreaks"; did you mean "losingStreak"?',
  ],
  [{ dayLoss: 5_000 }, '"dayLoss" wants an amount such as rupees(5000), found 5000'],
  [
    { drawdown: { kind: 'percent', percent: 5 } },
    '"drawdown" wants an amount such as rupees(5000), found {"kind":"percent","percent":5}',
  ],
  [{ losingStreak: 0 }, '"losingStreak" wants a whole number from 1 to 100, found 0'],
  [{ cooldownMinutes: '30' }, '"cooldownMinutes" wants a whole number from 1 to 1440, found "30"'],
])('refuses limits that it could not watch: %j', (protections, message) => {
  const definition = { name: 'limited', protections, run: () => EMPTY };
  type Definition = Parameters<typeof defineStrategy>[0];
  expect(() => defineStrategy(definition as unknown as Definition)).toThrow(
    `Cannot load strategy "limited": protections: ${message}`,
  );
});
