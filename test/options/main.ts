/**
 * How far modelled option prices are from real ones: `npm run check:options -- --options FILE --index FILE [--vix FILE]`.
 *
 * `--options` is CSV with the columns date, expiry, strike, opt_type, open, close: days of NIFTY options as the exchange's
 * bhavcopy has them. `--index` is minute bars of NIFTY with some weeks before the first of those days, `--vix` days of
 * India VIX. Prints the table of docs/option-prices.md; `--each` every straddle too.
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { type BacktestWorld, createBacktestWorld } from '../../src/backtest/backtest-world.ts';
import { loadPrices } from '../../src/loading/prices/load-prices.ts';
import { loadVolatility } from '../../src/loading/prices/load-volatility.ts';
import {
  type GivenVolatility,
  volatilitySeries,
} from '../../src/market/option-pricing/given-volatility.ts';
import { PRICING_MODEL } from '../../src/market/option-pricing/pricing-model.ts';
import { readVolatility } from '../../src/market/price-files/read-volatility.ts';
import { type RecordedPrices } from '../../src/market/price-files/recorded-prices.ts';
import { zoneOffset } from '../../src/market/price-files/time-zone.ts';
import { type Contract, type OptionType } from '../../src/model/market/contract.ts';
import { instantAt, type IstDate } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';

const STRIKE_STEP = 50;
/** First and last price of a session. */
const EDGES = [
  ['open', '09:15:00'],
  ['close', '15:29:59'],
] as const;

type Edge = (typeof EDGES)[number][0];
/** With how many strikes each leg is from the one at the money. */
const LEGS = [
  ['straddle at the money', 0],
  ['strangle four strikes out', 4],
  ['strangle seven strikes out', 7],
] as const;
type Legs = (typeof LEGS)[number][0];
/** Paise by strike in rupees and type. */
type Chain = ReadonlyMap<string, Readonly<Record<Edge, number>>>;

interface Found {
  readonly date: IstDate;
  readonly expiry: IstDate;
  readonly edge: Edge;
  readonly legs: Legs;
  readonly realPaise: number;
  readonly modelPaise: number;
}

interface Asked {
  readonly world: BacktestWorld;
  readonly chain: Chain;
  readonly listed: readonly Contract[];
  readonly edge: Edge;
  readonly atMs: number;
}

const { values } = parseArgs({
  options: {
    options: { type: 'string', multiple: true },
    index: { type: 'string' },
    vix: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
});
const { options: files, index, vix } = values;
if (files === undefined || index === undefined) {
  throw new TypeError('--options FILE and --index FILE are needed');
}
const knowledge = loadMarketKnowledge();
const chains = chainsOf(files);
const prices = await loadPrices({ files: [index], underlying: 'NIFTY' }, knowledge);
if (!prices.ok) throw new TypeError(prices.error.map(({ message }) => message).join('\n'));
const worlds = [
  ['as before: 1.1 times the last days, no events', worldOf(prices.value, null, PRICING_MODEL)],
  ['without India VIX', worldOf(prices.value, null)],
  ...(vix === undefined
    ? []
    : ([
        ['India VIX, days: the close before', worldOf(prices.value, await daysOf(vix))],
        ['India VIX of the instant', worldOf(prices.value, instantsOf(vix))],
      ] as const)),
] as const;

const days = new Set([...chains.keys()].map((key) => key.slice(0, 10)));
print(`${String(chains.size)} expiries on ${String(days.size)} days`);
print('');
print(
  '| volatility | legs | at the | count | median error | 90th percentile | model over market, median |',
);
print('| --- | --- | --- | ---: | ---: | ---: | ---: |');
for (const [name, world] of worlds) {
  const found = [...chains].flatMap(([key, chain]) => compare(world, key, chain));
  for (const [legs] of LEGS) {
    for (const [edge] of EDGES) {
      tell(
        [name, legs, edge],
        found.filter((one) => one.legs === legs && one.edge === edge),
      );
    }
  }
  const [[legs]] = LEGS;
  tell(
    [name, legs, 'both'],
    found.filter((one) => one.legs === legs),
  );
  if (values.each) found.forEach(tellOne);
}

print('');
print(
  '| volatility | straddles | real change, median | error of the change, median | 90th percentile | other sign | sum, real | sum, model |',
);
print('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const [name, world] of worlds) tellMoves(name, [...chains].flatMap(changeOf(world)));

function worldOf(
  of: RecordedPrices,
  volatility: GivenVolatility | null,
  pricing?: typeof PRICING_MODEL,
): BacktestWorld {
  return createBacktestWorld({
    knowledge,
    prices: { ...of, volatility },
    seed: 'options',
    ...(pricing === undefined ? {} : { pricing }),
  });
}

/** @throws {TypeError} when the file cannot be read */
async function daysOf(file: string): Promise<GivenVolatility> {
  const loaded = await loadVolatility(file, {});
  if (!loaded.ok) throw new TypeError(loaded.error.map(({ message }) => message).join('\n'));
  return loaded.value.volatility;
}

/**
 * As a file of minutes would have it at the two instants that are compared.
 *
 * @throws {TypeError} when the file cannot be read
 */
function instantsOf(file: string): GivenVolatility {
  const zone = zoneOffset('IST') ?? (() => 0);
  const read = readVolatility(readFileSync(file, 'utf8'), { file, zone });
  if (!read.ok) throw new TypeError(read.error.map(({ message }) => message).join('\n'));
  // A day's close counts from 15:30 on: a minute of it is known a minute before.
  const points = read.value.points.map(({ atMs, volatility }) => ({
    atMs: atMs - 60_000,
    volatility,
  }));
  return volatilitySeries(points, 'India VIX of the instant');
}

function chainsOf(paths: readonly string[]): ReadonlyMap<string, Chain> {
  const by = new Map<string, Map<string, Record<Edge, number>>>();
  for (const path of paths) {
    const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
    const names = header.split(',');
    for (const line of lines) {
      const cells = line.split(',');
      const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
      const key = `${cell('date')} ${cell('expiry')}`;
      const chain = by.get(key) ?? new Map<string, Record<Edge, number>>();
      by.set(key, chain);
      const paise = (name: Edge): number => Math.round(Number(cell(name)) * 100);
      chain.set(`${String(Number(cell('strike')))} ${cell('opt_type')}`, {
        open: paise('open'),
        close: paise('close'),
      });
    }
  }
  return new Map([...by].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function compare(world: BacktestWorld, key: string, chain: Chain): readonly Found[] {
  const [date = '', expiry = ''] = key.split(' ');
  const listed = world.listing.contracts('NIFTY', date).filter((one) => one.expiry === expiry);
  return EDGES.flatMap(([edge, clock]) => {
    // At its own close an expiring contract has its final price: nothing is modelled.
    if (date === expiry && edge === 'close') return [];
    const atMs = instantAt(date, clock.slice(0, 5)) + Number(clock.slice(6)) * 1_000;
    const level = world.market.index('NIFTY', atMs)?.lastPaise ?? null;
    if (level === null) return [];
    const at = Math.round(level / 100 / STRIKE_STEP) * STRIKE_STEP;
    const asked = { world, chain, listed, edge, atMs };
    const pair = (legs: Legs, put: number, call: number): readonly Found[] => {
      const real = [realOf(asked, `${String(put)} PE`), realOf(asked, `${String(call)} CE`)];
      const model = [modelOf(asked, put, 'PE'), modelOf(asked, call, 'CE')];
      if ([...real, ...model].includes(null)) return [];
      return [{ date, expiry, edge, legs, realPaise: sum(real), modelPaise: sum(model) }];
    };
    return LEGS.flatMap(([legs, strikes]) =>
      pair(legs, at - strikes * STRIKE_STEP, at + strikes * STRIKE_STEP),
    );
  });
}

/** What one straddle, at the money at the open, did until the close. */
interface Change {
  readonly premiumPaise: number;
  readonly realPaise: number;
  readonly modelPaise: number;
}

function changeOf(world: BacktestWorld): (of: readonly [string, Chain]) => readonly Change[] {
  return ([key, chain]) => {
    const [date = '', expiry = ''] = key.split(' ');
    if (date === expiry) return [];
    const listed = world.listing.contracts('NIFTY', date).filter((one) => one.expiry === expiry);
    const level = world.market.index('NIFTY', instantAt(date, '09:15'))?.lastPaise ?? null;
    if (level === null) return [];
    const at = Math.round(level / 100 / STRIKE_STEP) * STRIKE_STEP;
    const [open, close] = EDGES.map(([edge, clock]) => {
      const atMs = instantAt(date, clock.slice(0, 5)) + Number(clock.slice(6)) * 1_000;
      const asked = { world, chain, listed, edge, atMs };
      const real = [realOf(asked, `${String(at)} PE`), realOf(asked, `${String(at)} CE`)];
      const model = [modelOf(asked, at, 'PE'), modelOf(asked, at, 'CE')];
      return [...real, ...model].includes(null) ? null : { real: sum(real), model: sum(model) };
    });
    if (!open || !close) return [];
    const realPaise = close.real - open.real;
    return [{ premiumPaise: open.real, realPaise, modelPaise: close.model - open.model }];
  };
}

/** Shares are of the real premium at the open, sums are rupees a unit. */
function tellMoves(name: string, changes: readonly Change[]): void {
  const shares = changes.map(({ realPaise, premiumPaise }) => Math.abs(realPaise) / premiumPaise);
  const errors = changes.map(
    ({ realPaise, modelPaise, premiumPaise }) => Math.abs(modelPaise - realPaise) / premiumPaise,
  );
  const other = changes.filter(({ realPaise, modelPaise }) => realPaise * modelPaise < 0);
  const sums = [changes.map((one) => one.realPaise), changes.map((one) => one.modelPaise)];
  const figures = [quantile(shares, 0.5), quantile(errors, 0.5), quantile(errors, 0.9)];
  const told = [
    name,
    String(changes.length),
    ...figures.map(percent),
    String(other.length),
    ...sums.map((all) => (sum(all) / 100).toFixed(2)),
  ];
  print(`| ${told.join(' | ')} |`);
}

function realOf({ chain, edge }: Asked, name: string): number | null {
  const paise = chain.get(name)?.[edge] ?? 0;
  return paise > 0 ? paise : null;
}

function modelOf({ world, listed, atMs }: Asked, strike: number, type: OptionType): number | null {
  const contract = listed.find(
    (one) => one.strikePaise === strike * 100 && one.optionType === type,
  );
  return contract === undefined ? null : (world.market.quote(contract, atMs)?.lastPaise ?? null);
}

function sum(of: readonly (number | null)[]): number {
  return of.reduce<number>((all, one) => all + (one ?? 0), 0);
}

function tell(names: readonly string[], found: readonly Found[]): void {
  if (found.length === 0) return;
  const ratios = found.map(({ realPaise, modelPaise }) => modelPaise / realPaise - 1);
  const errors = ratios.map(Math.abs);
  const figures = [quantile(errors, 0.5), quantile(errors, 0.9), quantile(ratios, 0.5)];
  print(`| ${[...names, String(found.length), ...figures.map(percent)].join(' | ')} |`);
}

function tellOne({ date, expiry, edge, legs, realPaise, modelPaise }: Found): void {
  const [real, model] = [realPaise, modelPaise].map((paise) => (paise / 100).toFixed(2));
  const off = percent(modelPaise / realPaise - 1);
  print(`${date} ${expiry} ${edge} ${legs}: real ${real ?? ''}, model ${model ?? ''}, ${off}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function quantile(of: readonly number[], share: number): number {
  const sorted = [...of].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
