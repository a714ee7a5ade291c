import {
  asyncScheduler,
  combineLatest,
  defaultIfEmpty,
  filter,
  map,
  merge,
  type Observable,
  of,
  take,
  takeUntil,
  timer,
} from 'rxjs';

import { type Contract } from '../../model/market/contract.ts';
import { formatPaise } from '../../model/money/money.ts';
import { type Command } from '../../model/orders/command.ts';
import { alert, place } from '../../strategy/commands.ts';
import { buy, sell } from '../../strategy/leg-order.ts';
import {
  type LegAtPrice,
  lotsForPremium,
  lotsForRisk,
  type LotsAllowed,
} from '../../strategy/lots-for-risk.ts';
import { traceUnderWay } from '../../strategy/run-trace.ts';
import { areTaken, exitsOfDay, type LegDesk, takenLegs } from './leg-desk.ts';
import { type Sizing, WAIT_MS_MAX } from './leg-size.ts';
import { type Leg } from './legs-params.ts';

/** Oldest price that an entry is sized by, at the moment of its orders. */
const AGE_MS_MAX = 5_000;

type ContractOf = (leg: Leg) => Contract;

/** Enters legs together: at once, or as soon as the prices are there by which their lots are decided. */
export function enteringTogether(
  legs: readonly Leg[],
  contractOf: ContractOf,
  desk: LegDesk,
): Observable<Command> {
  const { sizing } = desk;
  const contracts = new Map(legs.map((leg) => [leg, contractOf(leg)]));
  const known: ContractOf = (leg) => contracts.get(leg) ?? contractOf(leg);
  const isSized = legs.some(({ size }) => size.kind === 'set');
  if (sizing === null || !isSized) return of(orderLegs(legs, known, { desk }));
  const before = takenLegs({ ...desk, legs });
  return pricesOf(legs, known, desk).pipe(
    map((prices) => {
      const taken = takenLegs({ ...desk, legs }).filter((name) => !before.includes(name));
      if (typeof prices !== 'string' && taken.length === 0) {
        return orderSized(legs, known, { prices, sizing, desk });
      }
      const isTaken = typeof prices !== 'string';
      desk.didNot?.(isTaken ? 'legs-taken' : prices, isTaken ? taken : namesOf(legs));
      if (isTaken) return alert('info', `No entry: ${areTaken(taken)}`);
      return notPriced(prices, legs, known);
    }),
  );
}

interface SizedBy {
  readonly prices: readonly number[];
  readonly sizing: Sizing;
}

/** Orders of as many sets as the prices allow. */
function orderSized(
  legs: readonly Leg[],
  contractOf: ContractOf,
  { prices, sizing, desk }: SizedBy & { readonly desk: LegDesk },
): Command {
  const allowed = setsOf(legs, contractOf, { prices, sizing });
  traceSizes(legs, allowed, sizing);
  if (allowed.sets > 0) return orderLegs(legs, contractOf, { desk, sets: allowed.sets });
  desk.didNot?.('too-much', namesOf(legs));
  return tooMuch(legs, allowed, sizing);
}

function namesOf(legs: readonly Leg[]): readonly string[] {
  return legs.map(({ name }) => name);
}

/** What there is instead of prices: the wait for them passed, or an exit came during it. */
type NotPriced = 'no-price' | 'squared-off';

/** A price of each leg, in their order, at an instant at which all are fresh; or why there was none. One value. */
function pricesOf(
  legs: readonly Leg[],
  contractOf: ContractOf,
  desk: LegDesk,
): Observable<readonly number[] | NotPriced> {
  const prices = legs.map((leg) =>
    desk.context.prices(contractOf(leg)).pipe(filter(({ lastPaise }) => lastPaise > 0)),
  );
  const exits = legs.map(({ name }) => desk.books.closings.exitsOf(name));
  const ended = merge(exitsOfDay(desk).ends, ...exits).pipe(map(() => 'squared-off' as const));
  const priced = combineLatest(prices).pipe(
    // The first of them may have gone stale while the last was awaited.
    filter((points) => {
      const fromMs = asyncScheduler.now() - AGE_MS_MAX;
      return points.every(({ seen }) => seen.observedAtMs >= fromMs);
    }),
    map((points) => points.map(({ lastPaise }) => lastPaise)),
    takeUntil(timer(WAIT_MS_MAX, asyncScheduler)),
    defaultIfEmpty('no-price' as const),
  );
  return merge(ended, priced).pipe(take(1));
}

function setsOf(
  legs: readonly Leg[],
  contractOf: ContractOf,
  { prices, sizing }: SizedBy,
): LotsAllowed {
  const atPrices = legs.map((leg, index): LegAtPrice => {
    const { name, form, size, stop } = leg;
    const lots = size.kind === 'set' ? size.lots : 1;
    const pricePaise = prices[index] ?? 0;
    return { leg: name, side: form.side, contract: contractOf(leg), pricePaise, stop, lots };
  });
  return sizing.by === 'risk' ? lotsForRisk(atPrices, sizing) : lotsForPremium(atPrices, sizing);
}

/** Shows in a trace how many lots each leg trades, and by which figures. */
function traceSizes(legs: readonly Leg[], { sets, setPaise }: LotsAllowed, sizing: Sizing): void {
  const trace = traceUnderWay();
  for (const { name, size } of trace === null ? [] : legs) {
    const part = trace?.parts.findIndex((one) => one.kind === 'leg' && one.name === name) ?? -1;
    if (part === -1) continue;
    const lots = sets * (size.kind === 'set' ? size.lots : 1);
    trace?.add({
      kind: 'sized',
      part,
      atMs: asyncScheduler.now(),
      lots,
      sets,
      setPaise,
      ...sizing,
    });
  }
}

function tooMuch(
  legs: readonly Leg[],
  { setPaise }: LotsAllowed,
  { by, limitPaise, lotsMax }: Sizing,
): Command {
  const set = legs.map(
    ({ name, size }) => `${lotsText(size.kind === 'set' ? size.lots : 1)} of ${name}`,
  );
  if (setPaise <= limitPaise) {
    const most = `"maxLots" allows ${lotsText(lotsMax)} of a leg`;
    return alert('warning', `No entry: ${most}, and the least is ${set.join(' and ')}`);
  }
  const [does, key] = by === 'risk' ? ['lose', 'risk'] : ['cost', 'share'];
  const where = by === 'risk' ? ' at the stops' : '';
  const one = `${set.join(' and ')} would ${does} ${formatPaise(setPaise)}${where}`;
  return alert('warning', `No entry: ${one}, and "${key}" allows ${formatPaise(limitPaise)}`);
}

function lotsText(lots: number): string {
  return `${String(lots)} ${lots === 1 ? 'lot' : 'lots'}`;
}

function notPriced(why: NotPriced, legs: readonly Leg[], contractOf: ContractOf): Command {
  if (why === 'squared-off') {
    return alert('info', 'No entry: a square-off came while it waited for prices');
  }
  const symbols = legs.map((leg) => contractOf(leg).symbol).join(' and ');
  const seconds = String(WAIT_MS_MAX / 1_000);
  return alert('warning', `No entry: no fresh price of ${symbols} within ${seconds} seconds`);
}

/** Orders that enter legs together; an alert instead where units of one are not whole lots. */
export function orderLegs(
  legs: readonly Leg[],
  contractOf: ContractOf,
  { desk, sets = 1 }: { readonly desk: Pick<LegDesk, 'form' | 'didNot'>; readonly sets?: number },
): Command {
  const uneven = legs
    .filter(({ size }) => size.kind === 'units')
    .find((leg) => !isWhole(leg, contractOf(leg)));
  if (uneven !== undefined) {
    desk.didNot?.('uneven-units', [uneven.name]);
    return notWhole(uneven, contractOf(uneven));
  }
  const { product } = desk.form;
  const orders = legs.map((leg) => {
    const order = leg.form.side === 'buy' ? buy : sell;
    const contract = contractOf(leg);
    return order(contract, { leg: leg.name, lots: lotsOf(leg, contract) * sets, product });
  });
  return place(...orders);
}

function lotsOf({ size }: Leg, { lotSizeUnits }: Contract): number {
  return size.kind === 'units' ? size.units / lotSizeUnits : size.lots;
}

function isWhole({ size }: Leg, { lotSizeUnits }: Contract): boolean {
  return size.kind !== 'units' || size.units % lotSizeUnits === 0;
}

function notWhole({ name, size }: Leg, { symbol, lotSizeUnits }: Contract): Command {
  const units = size.kind === 'units' ? size.units : 0;
  const below = Math.floor(units / lotSizeUnits) * lotSizeUnits;
  const above = String(below + lotSizeUnits);
  const nearest = below === 0 ? `is ${above}` : `are ${String(below)} and ${above}`;
  const found = `${String(units)} units of leg ${name} are not whole lots of ${symbol}`;
  const lot = `a lot is ${String(lotSizeUnits)}`;
  return alert('warning', `No entry: ${found}: ${lot}, and the nearest ${nearest}`);
}
