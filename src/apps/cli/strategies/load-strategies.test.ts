import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { minuteBars } from '../../../../test/support/minute-bars.ts';
import { formatProblem } from '../../../base/problem.ts';
import { type BacktestResult } from '../../../results/backtest-result.ts';
import { loadSettings } from '../../../settings/load-settings.ts';
import { type CliContext } from '../cli-context.ts';
import { loadUsable } from './load-strategies.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-params-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const STRATEGY = `name: straddle
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

it('a strategy gets the broker of its entry, else its own, and none where no one asks which', async () => {
  const path = join(directory, 'elsewhere.yaml');
  writeFileSync(path, `${STRATEGY}broker: own\n`);
  const context = { workingDirectory: directory } as CliContext;
  const entry = { path, params: {}, policies: {} };
  const brokers = { own: 'a', other: 'b' };
  const brokerOf = async (...of: Parameters<typeof loadUsable>) =>
    (await loadUsable(...of)).strategies[0]?.broker;
  expect(await brokerOf(context, [entry], { brokers })).toEqual({ name: 'own', brokerId: 'a' });
  const other = [{ ...entry, broker: 'other' }];
  expect(await brokerOf(context, other, { brokers })).toEqual({ name: 'other', brokerId: 'b' });
  expect(await brokerOf(context, [entry])).toBeUndefined();
  const { unusable } = await loadUsable(context, [entry], { brokers: {} });
  expect(unusable.map(formatProblem)).toEqual([
    `elsewhere.yaml:8:9: Unknown broker
  found    "own"
  allowed  none: "brokers" in the configuration names none
  next     Name its connection in the configuration: brokers: { own: ID }; or leave "broker" out, for the account's own`,
  ]);
});

async function problemsOf(params: string): Promise<readonly string[]> {
  writeFileSync(join(directory, 'straddle.yaml'), STRATEGY);
  const text = `strategies:\n  - path: straddle.yaml\n    params:\n${params}`;
  writeFileSync(join(directory, 'sauda.yaml'), text);
  const options = { environment: {}, workingDirectory: directory };
  const settings = loadSettings('sauda.yaml', options);
  const entries = settings.ok ? settings.value.strategies : [];
  expect(entries).toHaveLength(1);
  const context = { workingDirectory: directory } as CliContext;
  const { unusable } = await loadUsable(context, entries);
  return unusable.map((of) => formatProblem(of).split('\n', 1)[0] ?? '');
}

it.each([
  ['a value', '      lots: 2\n      entry: 9h20\n', /^sauda\.yaml:5:14: Parameter "entry" of/],
  ['a name', '      lotts: 2\n', /^sauda\.yaml:4:7: Strategy "straddle" has no parameter "lotts"/],
  ['an index', '      underlying: NFTY\n', /^sauda\.yaml:4:19: .*underlying/],
])('a configuration that gives %s that is wrong is pointed at, not the strategy', async (...of) => {
  const [, params, told] = of;
  expect(await problemsOf(params)).toEqual([expect.stringMatching(told)]);
});

const LEGS = `name: legs
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

const desk = new Desk();
beforeAll(() => {
  desk.write('legs.yaml', LEGS);
  desk.write('other.yaml', LEGS.replace('name: legs', 'name: other'));
  desk.write('nifty.csv', minuteBars('2025-04-15'));
  desk.write(
    'both.yaml',
    'strategies:\n  - { path: legs.yaml, params: { stop: 15%, exit: "10:00" } }\n  - other.yaml\n',
  );
  desk.write(
    'twins.yaml',
    'strategies:\n  - legs.yaml\n  - { path: legs.yaml, params: { lots: 2 } }\n',
  );
  desk.write('none.yaml', 'mode: paper\n');
});
afterAll(() => {
  desk.close();
});

async function ran(...args: readonly string[]): Promise<BacktestResult['strategies']> {
  const { out } = await desk.sauda('backtest', ...args, '--prices', 'nifty.csv', '--json');
  return (JSON.parse(out) as BacktestResult).strategies;
}

describe('sauda backtest', () => {
  it('runs what the configuration lists, with its parameters', async () => {
    expect(await ran('--config', 'both.yaml')).toMatchObject([
      { name: 'legs', params: { stop: '15%', exit: '10:00' } },
      { name: 'other', params: { stop: '30%', exit: '15:10' } },
    ]);
  });

  it('runs a named file with the parameters that the configuration gives it', async () => {
    const named = await ran('./legs.yaml', '--config', 'both.yaml');
    expect(named).toMatchObject([{ params: { stop: '15%', exit: '10:00' } }]);
    expect(await ran('legs.yaml')).toMatchObject([{ params: { stop: '30%', exit: '15:10' } }]);
    const both = await ran('legs.yaml', '--config', 'twins.yaml');
    expect(both).toMatchObject([{ params: { lots: 1 } }, { params: { lots: 2 } }]);
  });

  it('takes parameters of the command line over those of the configuration', async () => {
    const asked = ['--param', 'exit=11:00', '--param', 'lots=3'];
    expect(await ran('legs.yaml', '--config', 'both.yaml', ...asked)).toMatchObject([
      { params: { stop: '15%', exit: '11:00', lots: 3 } },
    ]);
  });

  it('tells the parameters above the totals', async () => {
    const asked = ['legs.yaml', '--param', 'stop=45%', '--prices', 'nifty.csv'];
    const { out } = await desk.sauda('backtest', ...asked);
    expect(out).toMatch(/^Totals of legs\n {2}legs: .*stop=45%/m);
  });
});

describe.each(['backtest', 'lookahead'])('sauda %s', (command) => {
  it.each([
    [['legs.yaml', '--param', 'stopp=20%'], 3, /no parameter "stopp"[^]*nearest +stop$/m],
    [['legs.yaml', '--param', 'stop=20'], 3, /Parameter "stop"[^]*found +20/],
    [['legs.yaml', '--param', 'stop=20%,30%'], 2, /several values[^]*sauda sweep/],
    [['legs.yaml', '--param', 'stop'], 2, /Cannot read --param "stop"/],
    [['legs.yaml', '--param', 'lots=1', '--param', 'lots=2'], 3, /"lots" is given twice/],
    [['--config', 'both.yaml', '--param', 'stop=20%'], 2, /--param is for one strategy/],
    [['--config', 'none.yaml'], 3, /none\.yaml: No strategy to run/],
    [['legs.yaml', './legs.yaml'], 2, /legs\.yaml: A strategy is named twice/],
  ])('refuses %j and says why', async (args, exit, told) => {
    const { code, err } = await desk.sauda(command, ...args, '--prices', 'nifty.csv');
    expect(err).toMatch(told);
    expect(code).toBe(exit);
  });
});

it('refuses a file that is named twice to a day too', async () => {
  const { code, err } = await desk.sauda('run', 'legs.yaml', 'legs.yaml', '--speed', 'max');
  expect([code, err]).toEqual([2, expect.stringContaining('named twice')]);
});
