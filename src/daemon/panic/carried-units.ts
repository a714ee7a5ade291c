import { type EngineView, type PositionState } from '../../engine/engine-view.ts';
import { istDate, type IstDate } from '../../model/time/ist.ts';
import { type UnitsCarried, type HeldUnits } from './plan-panic.ts';

/** The day of a panic. */
export interface PanicDay {
  readonly today: IstDate;
  /** A journal that ends before it may be of positions that are long closed. */
  readonly previousTradingDay: IstDate;
  /** The account's own broker connection, where a journal does not say which. */
  readonly brokerId: string;
}

/** What a journal says was open before today's first order: the platform's list of today does not show it. */
export function carriedUnits(
  view: EngineView,
  day: PanicDay,
): { readonly carried: readonly UnitsCarried[]; readonly leftOut: readonly string[] } {
  const lastDate = view.atMs === null ? '' : istDate(view.atMs);
  const carried: UnitsCarried[] = [];
  const leftOut: string[] = [];
  for (const of of unitsTogether(view, day, lastDate)) {
    if (of.netUnits === 0) continue;
    const why = whyNot(of, day, lastDate);
    if (why === null) carried.push(of);
    else leftOut.push(`${String(of.netUnits)} ${of.symbol}: ${why}; look at the platform`);
  }
  return { carried, leftOut };
}

/** Why units of an earlier day may not be there any more; null where they should be. */
function whyNot(
  { product, expiry }: HeldUnits,
  { today, previousTradingDay }: PanicDay,
  lastDate: IstDate,
): string | null {
  if (product !== 'carry-forward') return 'held from an earlier day as intraday';
  if (expiry !== null && expiry < today) return 'it has expired';
  return lastDate < previousTradingDay ? 'the journal is too old' : null;
}

function unitsTogether(
  view: EngineView,
  { brokerId: own, today }: PanicDay,
  lastDate: IstDate,
): readonly UnitsCarried[] {
  const together = new Map<string, UnitsCarried>();
  const brokers = brokersOfRuns(view, own);
  const shownAs = formsShown(view, brokers);
  for (const { runId, contract, product, netUnits, carried } of view.positions) {
    const sentTo = brokers.get(runId) ?? own;
    // What was opened or closed today, the platform's list shows.
    const units = lastDate === today ? (carried?.netUnits ?? 0) : netUnits;
    const key = `${contract.symbol} ${product} ${sentTo}`;
    const sum = (together.get(key)?.netUnits ?? 0) + units;
    const at = placeOf(sentTo, shownAs);
    together.set(key, { ...heldOf(contract), product, ...at, netUnits: sum });
  }
  return [...together.values()];
}

/** The connection that each run sends to. A journal in which no run was described does not say. */
function brokersOfRuns({ runs }: EngineView, own: string): ReadonlyMap<string, string> {
  return new Map(runs.map(({ runId, broker: { brokerId: id } }) => [runId, id === '' ? own : id]));
}

type FormsShown = ReadonlyMap<string, ReadonlySet<string>>;

/** How the records of the runs' own orders show each connection, by the identifier that those were sent with. */
function formsShown({ intents }: EngineView, brokers: ReadonlyMap<string, string>): FormsShown {
  const shownAs = new Map([...brokers.values()].map((id) => [id, new Set<string>()]));
  for (const { runId, orders } of intents) {
    const forms = shownAs.get(brokers.get(runId) ?? '');
    for (const { brokerId } of orders) forms?.add(brokerId);
  }
  return shownAs;
}

/** Under which identifier the platform shows what was sent to a connection, so that it nets with the orders of today. */
function placeOf(
  sentTo: string,
  shownAs: FormsShown,
): Pick<UnitsCarried, 'brokerId' | 'othersIds'> {
  const [form, ...more] = shownAs.get(sentTo) ?? [];
  if (form !== undefined && more.length === 0) return { brokerId: form, othersIds: null };
  const others = [...shownAs].filter(([id]) => id !== sentTo);
  const othersIds = new Set(others.flatMap(([id, forms]) => [id, ...forms]));
  return { brokerId: sentTo, othersIds };
}

function heldOf(
  contract: PositionState['contract'],
): Omit<HeldUnits, 'product' | 'brokerId' | 'netUnits'> {
  const { instrumentId, symbol, underlying, optionType, expiry, lotSizeUnits } = contract;
  const about = { instrumentId, symbol, underlying, optionType, expiry, lotSizeUnits };
  return { ...about, lastFillPaise: null };
}
