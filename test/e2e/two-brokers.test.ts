import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { heldUnits, Rehearsal } from './rehearsal.ts';

const DATE = '2026-10-30';

const straddle = (name: string, more = ''): string => `name: ${name}
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 09:24
stop: 200%
${more}legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
`;

const times = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

test('two strategies trade the same contracts at two brokers, and each closes at its own after a kill', async () => {
  await using rehearsal = new Rehearsal({
    config: 'brokers: { hedge-fund: made_up_in_the_configuration }\nlive: {arming: off}',
    strategies: ['own.yaml', 'elsewhere.yaml'],
  });
  rehearsal.write('own.yaml', straddle('own'));
  rehearsal.write('elsewhere.yaml', straddle('elsewhere', 'broker: hedge-fund\n'));
  await rehearsal.open({ at: `${DATE}T09:18`, speed: 10 });
  const line = JSON.parse(readFileSync(join(rehearsal.directory, 'sim.json'), 'utf8')) as {
    readonly brokerId: string;
    readonly brokers: Readonly<Record<string, string>>;
  };
  const first = rehearsal.startDay();
  await first.until('all stops stand', () => times(first.err, /Trigger Pending +buy/g) >= 4);
  await first.killNine();
  const status = await rehearsal.operate('status');
  expect(status.out).toContain(`run elsewhere@${DATE}/live: running through hedge-fund`);
  const second = rehearsal.startDay();
  await second.until('all are closed', () => times(second.err, /Completed +buy/g) >= 4);
  await second.killNine();
  const orders = await rehearsal.orders();
  const of = (run: string): readonly Order[] =>
    orders.filter(({ extraTags }) => extraTags['run']?.startsWith(run) === true);
  expect(new Set(of('own').map(({ brokerId }) => brokerId))).toEqual(new Set([line.brokerId]));
  const elsewhere = new Set(of('elsewhere').map(({ brokerId }) => brokerId));
  expect(elsewhere).toEqual(new Set([line.brokers['hedge-fund']]));
  for (const run of ['own', 'elsewhere']) {
    const filled = of(run).filter(({ filledUnits }) => filledUnits > 0);
    expect(filled.map(({ side }) => side).toSorted()).toEqual(['buy', 'buy', 'sell', 'sell']);
    expect(heldUnits(of(run))).toEqual({});
  }
});

test('check names the broker of a strategy that does not use the own one', async () => {
  await using rehearsal = new Rehearsal({
    config: 'brokers: { hedge-fund: ID }',
    strategies: [
      'own.yaml',
      'elsewhere.yaml',
      '{ path: moved.yaml, policies: { broker: hedge-fund } }',
    ],
  });
  rehearsal.write('own.yaml', straddle('own'));
  rehearsal.write('elsewhere.yaml', straddle('elsewhere', 'broker: hedge-fund\n'));
  rehearsal.write('moved.yaml', straddle('moved'));
  const { out } = await rehearsal.run('check', 'sauda.yaml');
  const told = [...out.matchAll(/^ok {2}(\S+) {2}strategy .*?(broker .*)?$/gm)];
  expect(told.map(([, file, broker]) => [file, broker])).toEqual([
    ['own.yaml', undefined],
    ['elsewhere.yaml', 'broker hedge-fund'],
    ['moved.yaml', 'broker hedge-fund'],
  ]);
});

test('a broker that the configuration does not name keeps its strategy out, and no other', async () => {
  await using rehearsal = new Rehearsal({
    config: 'brokers: { hedge-fund: ID }',
    strategies: ['elsewhere.yaml'],
  });
  rehearsal.write('elsewhere.yaml', straddle('elsewhere', 'broker: hedge-fnd\n'));
  const { code, out, err } = await rehearsal.run('check', 'sauda.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(out + err).toContain(`elsewhere.yaml:7:9: Unknown broker
  found    "hedge-fnd"
  allowed  hedge-fund
  nearest  hedge-fund
  next     Write hedge-fund
`);
});
