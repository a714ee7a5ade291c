import { defined } from '../../base/json.ts';
import { type LeftPosition } from '../../engine/carrying/positions-to-carry.ts';
import { settlementPaise } from '../../model/market/settlement.ts';
import {
  type CarriedPosition,
  type CarriedRun,
  type CarryDoubt,
} from '../../model/orders/carried-over.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type Mode, runName } from '../../model/runs/run.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type LastDay } from './fold-last-day.ts';

/** The day that positions are carried into. */
export interface CarryInto {
  readonly date: IstDate;
  readonly mode: Mode;
  readonly calendar: Calendar;
  /** The policy of a run, by its name; undefined where none of that name runs. */
  readonly policyOf: (name: string) => RunPolicies['carryOvernight'] | undefined;
}

/** What is carried into a day. */
export interface CarriedInto {
  readonly runs: readonly CarriedRun[];
  /** What has expired meanwhile, and is not. */
  readonly expired: readonly Notice[];
}

/** What a day begins with of what the last one left: all that has not expired, each leg with why it may be gone. */
export function carryInto(last: LastDay, into: CarryInto): CarriedInto {
  const runs = new Map<string, { strategy: string; positions: CarriedPosition[] }>();
  const expired: Notice[] = [];
  const watched = howWatched(last, into);
  for (const left of [...last.positions, ...untouched(last)]) {
    const { strategy, position, since, broker } = left;
    const name = runName(left.runId);
    if (position.contract.expiry < into.date) {
      expired.push(expiredNotice(left));
      continue;
    }
    const run = runs.get(name) ?? { strategy, positions: [] };
    runs.set(name, run);
    const doubt = left.doubt ?? (into.mode === 'live' ? doubtOfLive(watched, into, name) : null);
    run.positions.push({ ...position, overnight: { since, doubt, ...defined({ broker }) } });
  }
  return { runs: [...runs].map(([name, run]) => ({ name, ...run })), expired };
}

/** As it was taken over: nothing happened to it. */
function untouched({ untouched: runs, date }: LastDay): readonly LeftPosition[] {
  return runs.flatMap(({ name, strategy, positions }) =>
    positions.map(({ overnight, ...position }) => {
      const { since = date, doubt = null, broker } = overnight ?? {};
      const runId = `${name}@${date}`;
      const about = { runId, strategy, position, since, doubt, indexPaise: null };
      return { ...about, ...defined({ broker }) };
    }),
  );
}

/** What speaks against what the last day saw; null when its end was seen, and it was the trading day before. */
function howWatched(
  { date: last, ordersSeenAtMs }: LastDay,
  { date, calendar }: CarryInto,
): CarryDoubt | null {
  if (last > date) return 'other-date';
  const closeMs = calendar.day(last).sessions.at(-1)?.endMs ?? 0;
  if ((ordersSeenAtMs ?? -Infinity) < closeMs) return 'not-watched';
  return calendar.nextTradingDay(last) === date ? null : 'days-missed';
}

/** On paper the books are all there is, so that nothing but its own orders can close a leg. */
function doubtOfLive(
  watched: CarryDoubt | null,
  { policyOf }: CarryInto,
  name: string,
): CarryDoubt | null {
  return watched ?? (policyOf(name) === 'trust' ? null : 'not-confirmed');
}

function expiredNotice({ runId, position, since, indexPaise }: LeftPosition): Notice {
  const { leg, contract, netUnits: units } = position;
  const { symbol, expiry } = contract;
  const estimatePaise = indexPaise === null ? null : settlementPaise(contract, indexPaise);
  const about = { leg, symbol, units, since, expiry, settlementPaise: estimatePaise };
  return noticeOf('carried-expired', runId, about);
}
