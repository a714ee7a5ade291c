import { invariant } from '../../base/invariant.ts';
import { formatPaise } from '../../model/money/money.ts';
import { earlierProfitPaise } from '../../model/orders/carried-over.ts';
import { type Lock } from '../../model/orders/halt-and-lock.ts';
import { profitPaise } from '../../model/orders/position.ts';
import { type LimitName, type Protections } from '../../model/runs/run-policies.ts';
import { ofEarlierDays } from '../../model/runs/week-so-far.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { type Desk, type Legs, type Timed } from '../desk.ts';
import { isExit } from '../intents/intent.ts';
import { exposureOf } from '../positions/exposure.ts';
import { isCloseRefused } from '../webhooks/custom-position-book.ts';
import { squareOffPositionsOf } from '../webhooks/custom-positions.ts';
import { type DayRecord, isLimited, type Standing } from './limit-book.ts';
import { weekEndsMs } from './take-week.ts';

/** One run, or the account, with its limits. */
interface Scope {
  readonly runId: string | null;
  readonly protections: Protections;
  readonly record: DayRecord;
}

/**
 * Ends locks whose time is over, locks what has reached a limit, and squares it off where the limit says so. Looks anew
 * only when a poll or an answer came, or a square-off has waited for other prices long enough.
 */
export function lockAtLimits(desk: Desk): void {
  endLocks(desk);
  if (!isLookDue(desk)) return;
  desk.profits.isDue = false;
  desk.profits.lookAtMs = Infinity;
  flattenForWeek(desk);
  const scopes = scopesOf(desk);
  if (scopes.length === 0) return;
  const byRun = standings(desk);
  const trips: { readonly runId: string; readonly paise: number }[] = [];
  for (const [runId, standing] of byRun) {
    const paise = desk.profits.tripEnded(runId, standing);
    if (paise !== null) trips.push({ runId, paise });
  }
  for (const scope of scopes) {
    const isMeant = (runId: string): boolean => scope.runId === null || scope.runId === runId;
    let profitPaise = 0;
    for (const [runId, of] of byRun) if (isMeant(runId)) profitPaise += of.profitPaise;
    lockByProfit(desk, scope, profitPaise);
    const own = trips.filter(({ runId }) => isMeant(runId)).map(({ paise }) => paise);
    lockByTrips(desk, scope, own);
    lockByPremium(desk, scope);
  }
}

/** After a poll or an answer, and once the prices that exceed a limit have become old. */
function isLookDue({ profits, nowMs, wakesAtMs }: Timed & Pick<Desk, 'profits'>): boolean {
  if (profits.isDue || profits.lookAtMs <= nowMs) return true;
  if (profits.lookAtMs !== Infinity) wakesAtMs.push(profits.lookAtMs);
  return false;
}

function scopesOf(desk: Pick<Desk, 'limits' | 'runs' | 'profits'>): readonly Scope[] {
  const scopes: Scope[] = [];
  const add = (runId: string | null, protections: Protections): void => {
    if (isLimited(protections)) scopes.push({ runId, protections, record: desk.profits.of(runId) });
  };
  add(null, desk.limits.accountProtections);
  for (const { header, policies } of desk.runs.all()) add(header.runId, policies.protections);
  return scopes;
}

/** What a limit of the week closed on an earlier day stays closed: not all of it may have been by the end of that day. */
function flattenForWeek(desk: Desk): void {
  for (const { runId, protection } of desk.locks.all()) {
    const before = protection === 'week-loss' ? desk.profits.week.lockOf(runId) : undefined;
    if (before?.isFlattened === true) flattenAtLimit(desk, runId, before.reason);
  }
}

function lockByProfit(desk: Desk, scope: Scope, profitPaise: number): void {
  const { dayLossPaiseMax, weekLossPaiseMax = null, drawdownPaiseMax } = scope.protections;
  invariant(Number.isFinite(profitPaise), 'A profit that is no number is within every limit');
  const highPaise = Math.max(scope.record.highPaise, profitPaise);
  scope.record.highPaise = highPaise;
  judge(desk, scope, { name: 'dayLoss', foundPaise: -profitPaise, paiseMax: dayLossPaiseMax });
  const earlierPaise = desk.profits.week.earlierPaise(scope.runId);
  judge(desk, scope, {
    ...{ name: 'weekLoss', paiseMax: weekLossPaiseMax, earlierPaise },
    foundPaise: -(earlierPaise + profitPaise),
  });
  const foundPaise = highPaise - profitPaise;
  judge(desk, scope, { name: 'drawdown', foundPaise, paiseMax: drawdownPaiseMax });
}

/** Limits in paise: what locks at each, and what it is of. */
const IN_PAISE = {
  dayLoss: ['day-loss', "the day's loss"],
  weekLoss: ['week-loss', "the week's loss"],
  drawdown: ['drawdown', "the fall from the day's high"],
  openPremium: ['open-premium', 'open premium'],
} as const;

/** A limit in paise, and what was found. */
interface Judged {
  readonly name: keyof typeof IN_PAISE;
  readonly foundPaise: number;
  readonly paiseMax: number | null;
  /** What of a week's result is of earlier days. */
  readonly earlierPaise?: number;
}

/** Locks at a limit in paise; squares off when a second look agrees. True while it is reached. */
function judge(desk: Desk, { runId, protections, record }: Scope, judged: Judged): boolean {
  const { name, foundPaise, paiseMax } = judged;
  const [protection, what] = IN_PAISE[name];
  if (paiseMax === null || foundPaise < paiseMax) {
    record.exceeded.delete(name);
    return false;
  }
  const reason = `${what} is ${formatPaise(foundPaise)}${ofEarlierDays(judged.earlierPaise ?? 0, 'loss')}, the limit ${formatPaise(paiseMax)}`;
  const isFlattened = consequenceOf(protections, name) === 'flatten';
  const untilMs = name === 'weekLoss' ? weekEndsMs(desk) : null;
  lock(desk, { runId, protection, reason, untilMs }, isFlattened);
  if (isFlattened && isConfirmed(desk, record, name)) flattenAtLimit(desk, runId, reason);
  return true;
}

function consequenceOf({ then }: Protections, name: LimitName): 'lock' | 'flatten' {
  // Journals before there was a choice: they locked.
  return then?.[name] ?? 'lock';
}

/**
 * Whether a limit is still exceeded at other prices than those of the look that found it, or has been for so long that
 * prices would be old: one freak trade must not close everything.
 */
function isConfirmed(desk: Desk, { exceeded }: DayRecord, name: LimitName): boolean {
  const { nowMs, quotes, limits, profits } = desk;
  const first = exceeded.get(name) ?? { sinceMs: nowMs, looks: quotes.looks };
  exceeded.set(name, first);
  if (first.looks !== quotes.looks) return true;
  const oldAtMs = first.sinceMs + limits.quoteAgeMsMax;
  if (nowMs >= oldAtMs) return true;
  profits.lookAtMs = Math.min(profits.lookAtMs, oldAtMs);
  desk.wakesAtMs.push(oldAtMs);
  return false;
}

function lockByTrips(desk: Desk, scope: Scope, paise: readonly number[]): void {
  const { record } = scope;
  const { losingStreakMax, cooldownMs } = scope.protections;
  for (const tripPaise of paise) record.lostInRow = tripPaise < 0 ? record.lostInRow + 1 : 0;
  if (losingStreakMax === null && cooldownMs === 0) return;
  if (record.lostInRow < (losingStreakMax ?? 1)) return;
  lockForTrips(desk, scope);
  record.lostInRow = 0;
}

function lockForTrips(desk: Desk, { runId, protections, record }: Scope): void {
  const { losingStreakMax, cooldownMs } = protections;
  const isStreak = losingStreakMax !== null;
  const untilMs = cooldownMs === 0 ? null : desk.nowMs + cooldownMs;
  const streak = `${String(record.lostInRow)} round trips lost in a row`;
  const reason = isStreak ? streak : 'a round trip lost';
  const protection = isStreak ? 'losing-streak' : 'cooldown';
  const isFlattened = isStreak && consequenceOf(protections, 'losingStreak') === 'flatten';
  lock(desk, { runId, protection, reason, untilMs }, isFlattened);
  if (isFlattened) flattenAtLimit(desk, runId, reason);
}

function lockByPremium(desk: Desk, scope: Scope): void {
  const { runId, protections } = scope;
  const paiseMax = protections.openPremiumPaiseMax;
  if (paiseMax === null) return;
  const foundPaise = exposureOf(desk, runId, null).premiumPaise;
  const isReached = judge(desk, scope, { name: 'openPremium', foundPaise, paiseMax });
  const held = desk.locks.of(runId, 'open-premium');
  if (!isReached && held !== undefined) end(desk, held);
}

function lock(desk: Desk, of: Omit<Lock, 'sinceMs'>, isFlattened: boolean): void {
  const begun: Lock = { ...of, sinceMs: desk.nowMs };
  if (!desk.locks.add(begun)) return;
  if (begun.untilMs !== null && begun.untilMs < desk.dayEndsMs) desk.wakesAtMs.push(begun.untilMs);
  const { protection, reason, untilMs } = begun;
  desk.outbox.notice('entries-locked', begun.runId, { protection, reason, untilMs, isFlattened });
}

function endLocks(desk: Timed & Pick<Desk, 'dayEndsMs' | 'locks' | 'outbox'>): void {
  for (const held of desk.locks.all()) {
    if (held.untilMs === null) continue;
    if (held.untilMs <= desk.nowMs) end(desk, held);
    else if (held.untilMs < desk.dayEndsMs) desk.wakesAtMs.push(held.untilMs);
  }
}

function end(desk: Pick<Desk, 'locks' | 'outbox'>, held: Lock): void {
  desk.locks.remove(held);
  desk.outbox.notice('entries-unlocked', held.runId, { reason: held.reason });
}

const NOTHING: Standing = { profitPaise: 0, cashPaise: 0, isFlat: true };

/**
 * How each run with a position stands. A price that is old counts as it is; without one the last fill does. What
 * was gained or lost on earlier days is no profit of this one.
 */
export function standings(desk: Pick<Desk, 'ledger' | 'quotes'>): ReadonlyMap<string, Standing> {
  const byRun = new Map<string, Standing>();
  for (const { runId, contract, position, lastFillPaise, carried } of desk.ledger.all()) {
    const before = byRun.get(runId) ?? NOTHING;
    const pricePaise = desk.quotes.last(contract.symbol)?.lastPaise ?? lastFillPaise;
    const earlierPaise = carried === null ? 0 : earlierProfitPaise(carried);
    byRun.set(runId, {
      profitPaise: before.profitPaise + profitPaise(position, pricePaise) - earlierPaise,
      cashPaise: before.cashPaise + position.cashPaise,
      isFlat: before.isFlat && position.netUnits === 0,
    });
  }
  return byRun;
}

/**
 * Squares off what a run (null: every run) holds and takes back what may come to be held. Asked again it does nothing
 * where all is flat or on its way there, so it may be asked at every look.
 */
export function flattenAtLimit(desk: Desk, runId: string | null, reason: string): void {
  for (const { header } of desk.runs.all()) {
    if (runId !== null && runId !== header.runId) continue;
    if (mayHold(desk, header.runId)) {
      startSquareOff(desk, { runId: header.runId, scope: 'all', reason, origin: 'limit' });
    }
    if (hasOpenPosition(desk, header.runId)) squareOffPositionsOf(desk, header.runId);
  }
}

function mayHold(desk: Legs, runId: string): boolean {
  for (const line of desk.ledger.all()) {
    if (line.runId === runId && line.position.netUnits !== 0) return true;
  }
  for (const intent of desk.intents.live()) {
    if (intent.runId === runId && !isExit(intent)) return true;
  }
  return false;
}

function hasOpenPosition(desk: Pick<Desk, 'customPositions'>, runId: string): boolean {
  return desk.customPositions.ofRun(runId).some((custom) => {
    const { state, isSquareOffWanted } = custom;
    if (isSquareOffWanted || isCloseRefused(custom)) return false;
    return state === 'starting' || state === 'started';
  });
}
