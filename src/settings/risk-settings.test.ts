import { expect, it } from 'vitest';

import { type Settings } from './settings.ts';
import { settingsFromText } from './load-settings.ts';

function load(text: string): ReturnType<typeof settingsFromText> {
  return settingsFromText(text, {
    environment: {},
    workingDirectory: '/home/trader',
    file: '/home/trader/sauda.yaml',
    shownFile: 'sauda.yaml',
  });
}

function settings(text: string): Settings | null {
  const loaded = load(text);
  return loaded.ok ? loaded.value : null;
}

it('turns rupees into paise and durations into milliseconds', () => {
  const text =
    'risk: {valuePerOrder: 1000.5, duplicatesWithin: 2s, lotsPerRun: 4}\n' +
    'protections: {dayLoss: 20000, cooldown: 30m}';
  expect(settings(text)).toMatchObject({
    engine: { orderValuePaiseMax: 100_050, duplicateWithinMs: 2_000, lotsPerRunMax: 4 },
    accountProtections: {
      dayLossPaiseMax: 2_000_000,
      drawdownPaiseMax: null,
      cooldownMs: 1_800_000,
    },
  });
});

it('takes what follows of a limit beside it, losses flatten unless told otherwise', () => {
  const text =
    'protections: {dayLoss: 20000, weekLoss: 50000, drawdown: {rupees: 5000, then: lock}, losingStreak: {trips: 3, then: flatten}}';
  expect(settings(text)?.accountProtections).toMatchObject({
    dayLossPaiseMax: 2_000_000,
    weekLossPaiseMax: 5_000_000,
    drawdownPaiseMax: 500_000,
    losingStreakMax: 3,
    then: {
      ...{ dayLoss: 'flatten', weekLoss: 'flatten', drawdown: 'lock' },
      ...{ losingStreak: 'flatten', openPremium: 'lock' },
    },
  });
  expect(load('protections: {dayLoss: {rupees: 5, then: close}}').ok).toBe(false);
});

it('takes none for no limit, and leaves out what is not said', () => {
  expect(settings('risk: {unknownOrders: none}')?.engine).toEqual({ unknownOrdersMax: null });
});

it('keeps journals beside the configuration unless told otherwise', () => {
  expect(settings('')?.stateDirectory).toBe('/home/trader/.sauda');
  expect(settings('state: {directory: /var/lib/sauda}')?.stateDirectory).toBe('/var/lib/sauda');
});

it('gives each strategy its policies', () => {
  const text = `strategies:
  - path: /dev/null
    policies: {absentEntries: resend-once, carryOvernight: trust, protections: {losingStreak: 3}}
  - /dev/null`;
  expect(settings(text)?.strategies).toMatchObject([
    {
      policies: {
        absentEntries: 'resend-once',
        carryOvernight: 'trust',
        protections: { losingStreakMax: 3, cooldownMs: 0 },
      },
    },
    { policies: {} },
  ]);
});

it.each([
  ['risk: {lotsPerOrders: 4}', 'lotsPerOrder'],
  ['protections: {dayLos: 4}', 'dayLoss'],
  ['strategies: [{path: /dev/null, policies: {duplicate: alert}}]', 'duplicates'],
])('refuses %s and names the nearest word', (text, nearest) => {
  const loaded = load(text);
  expect(loaded.ok ? [] : loaded.error).toMatchObject([{ nearest }]);
});

it.each(['risk: {unknownOrders: 0}', 'protections: {dayLoss: -1}', 'risk: {valuePerOrder: .nan}'])(
  'refuses %s',
  (text) => {
    expect(load(text).ok).toBe(false);
  },
);

it.each([
  ['protections: {dayLoss: 0}', 'none, or more than 0, or a mapping with rupees, then'],
  ['risk: {unknownOrders: 0}', 'at least 1'],
])('says of %s whether the bound itself is allowed', (text, allowed) => {
  const loaded = load(text);
  expect(loaded.ok ? [] : loaded.error).toMatchObject([{ allowed }]);
});
