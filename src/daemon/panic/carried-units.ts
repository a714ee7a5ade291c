import { type EngineView, type PositionState } from '../../engine/engine-view.ts';
import { istDate, type IstDate } from '../../model/time/ist.ts';
import { type HeldUnits } from './plan-panic.ts';

/** The day of a panic. */
export interface PanicDay {
  readonly today: IstDate;
  /** A journal that ends before it may be of positions that are long closed. */
  readonly previousTradingDay: IstDate;
  /** The account's own broker connection, where a journal does not say which. */
  readonly brokerId: string;
}

/** What a journal says was held before today's first order: the platform's list of today does not show it. */
export function carriedUnits(
  view: EngineView,
  day: PanicDay,
): { readonly carried: readonly HeldUnits[]; readonly leftOut: readonly string[] } {
  const lastDate = view.atMs === null ? '' : istDate(view.atMs);
  const carried: HeldUnits[] = [];
  const leftOut: string[] = [];
  for (const of of unitsTogether(view, day)) {
    const today = lastDate === day.today ? filledToday(view, of) : NOTHING_FILLED;
    const netUnits = of.netUnits - today.ownUnits;
    // What the books took for fills of other orders, today's list shows.
    if (netUnits === 0 || netUnits === today.otherUnits) continue;
    const why = today.otherUnits === 0 ? whyNot(of, day, lastDate) : MIXED;
    if (why === null) carried.push({ ...of, netUnits });
    else leftOut.push(`${String(netUnits)} ${of.symbol}: ${why}; look at the platform`);
  }
  return { carried, leftOut };
}

const NOTHING_FILLED = { ownUnits: 0, otherUnits: 0 };
const MIXED = 'carried, and orders of others traded it today';

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
  { positions, runs }: EngineView,
  { brokerId: own }: Pick<PanicDay, 'brokerId'>,
): readonly HeldUnits[] {
  const together = new Map<string, HeldUnits>();
  const brokers = new Map(runs.map(({ runId, broker }) => [runId, broker.brokerId]));
  for (const { runId, contract, product, netUnits } of positions) {
    // A journal in which no run was described does not say.
    const known = brokers.get(runId) ?? '';
    const brokerId = known === '' ? own : known;
    const key = `${contract.symbol} ${product} ${brokerId}`;
    const sum = (together.get(key)?.netUnits ?? 0) + netUnits;
    together.set(key, { ...heldOf(contract), product, brokerId, netUnits: sum });
  }
  return [...together.values()];
}

function heldOf(
  contract: PositionState['contract'],
): Omit<HeldUnits, 'product' | 'brokerId' | 'netUnits'> {
  const { instrumentId, symbol, underlying, optionType, expiry, lotSizeUnits } = contract;
  const about = { instrumentId, symbol, underlying, optionType, expiry, lotSizeUnits };
  return { ...about, lastFillPaise: null };
}

function filledToday(
  { orders, intents }: EngineView,
  { symbol, brokerId }: Pick<HeldUnits, 'symbol' | 'brokerId'>,
): typeof NOTHING_FILLED {
  const ours = new Set(intents.map(({ tag }) => tag));
  const sum = { ...NOTHING_FILLED };
  for (const { tag, side, filledUnits, ...of } of orders) {
    if (of.symbol !== symbol || of.brokerId !== brokerId) continue;
    const units = side === 'buy' ? filledUnits : -filledUnits;
    if (ours.has(tag)) sum.ownUnits += units;
    else sum.otherUnits += units;
  }
  return sum;
}
