import { type Lock } from '../model/lock.ts';
import { formatPaise } from '../model/money.ts';
import { type Protections } from '../model/run-policies.ts';
import { lockEnds } from '../risk/check-account.ts';
import { type Desk } from './desk.ts';
import { exposureOf } from './exposure.ts';
import { isLimited } from './is-limited.ts';
import { type DayRecord, type Standing } from './profit-watch.ts';
import { standings } from './standings.ts';

/** One run, or the account, with its limits. */
interface Scope {
  readonly runId: string | null;
  readonly protections: Protections;
}

/** Ends locks whose time is over, and locks what has reached a limit. Looks anew only when a poll or an answer came. */
export function protect(desk: Desk): void {
  endLocks(desk);
  if (!desk.profits.isDue) return;
  desk.profits.isDue = false;
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
    const profitPaise = profitOf([...byRun].filter(([runId]) => isMeant(runId)));
    const record = desk.profits.of(scope.runId);
    lockByProfit(desk, scope, { record, profitPaise });
    const paise = trips.filter(({ runId }) => isMeant(runId)).map((trip) => trip.paise);
    lockByTrips(desk, scope, { record, paise });
    lockByPremium(desk, scope);
  }
}

function scopesOf(desk: Desk): readonly Scope[] {
  const scopes: Scope[] = [];
  const { accountProtections } = desk.limits;
  if (isLimited(accountProtections)) scopes.push({ runId: null, protections: accountProtections });
  for (const { header, policies } of desk.runs.all()) {
    const { protections } = policies;
    if (isLimited(protections)) scopes.push({ runId: header.runId, protections });
  }
  return scopes;
}

function profitOf(of: readonly (readonly [string, Standing])[]): number {
  return of.reduce((paise, [, standing]) => paise + standing.profitPaise, 0);
}

function lockByProfit(
  desk: Desk,
  { runId, protections }: Scope,
  { record, profitPaise }: { readonly record: DayRecord; readonly profitPaise: number },
): void {
  const { dayLossPaiseMax, drawdownPaiseMax } = protections;
  record.highPaise = Math.max(record.highPaise, profitPaise);
  if (dayLossPaiseMax !== null && -profitPaise >= dayLossPaiseMax) {
    const reason = `the day's loss is ${formatPaise(-profitPaise)}, the limit ${formatPaise(dayLossPaiseMax)}`;
    lock(desk, { runId, protection: 'day-loss', reason, untilMs: null });
  }
  const fallPaise = record.highPaise - profitPaise;
  if (drawdownPaiseMax !== null && fallPaise >= drawdownPaiseMax) {
    const reason = `the fall from the day's high is ${formatPaise(fallPaise)}, the limit ${formatPaise(drawdownPaiseMax)}`;
    lock(desk, { runId, protection: 'drawdown', reason, untilMs: null });
  }
}

function lockByTrips(
  desk: Desk,
  { runId, protections }: Scope,
  { record, paise }: { readonly record: DayRecord; readonly paise: readonly number[] },
): void {
  const { losingStreakMax, cooldownMs } = protections;
  for (const tripPaise of paise) record.lostInRow = tripPaise < 0 ? record.lostInRow + 1 : 0;
  const isStreak = losingStreakMax !== null;
  if (!isStreak && cooldownMs === 0) return;
  if (record.lostInRow < (losingStreakMax ?? 1)) return;
  const untilMs = cooldownMs === 0 ? null : desk.nowMs + cooldownMs;
  const streak = `${String(record.lostInRow)} round trips lost in a row`;
  const reason = isStreak ? streak : 'a round trip lost';
  const protection = isStreak ? 'losing-streak' : 'cooldown';
  lock(desk, { runId, protection, reason, untilMs });
  record.lostInRow = 0;
}

function lockByPremium(desk: Desk, { runId, protections }: Scope): void {
  const { openPremiumPaiseMax } = protections;
  if (openPremiumPaiseMax === null) return;
  const { premiumPaise } = exposureOf(desk, runId, null);
  const held = desk.locks.of(runId, 'open-premium');
  if (premiumPaise >= openPremiumPaiseMax) {
    const reason = `open premium is ${formatPaise(premiumPaise)}, the limit ${formatPaise(openPremiumPaiseMax)}`;
    lock(desk, { runId, protection: 'open-premium', reason, untilMs: null });
  } else if (held !== undefined) end(desk, held);
}

function lock(desk: Desk, of: Omit<Lock, 'sinceMs'>): void {
  const begun: Lock = { ...of, sinceMs: desk.nowMs };
  if (!desk.locks.add(begun)) return;
  if (begun.untilMs !== null) desk.wakesAtMs.push(begun.untilMs);
  const message = `Entries of ${whom(begun)} are locked: ${begun.reason}; again ${lockEnds(begun)}`;
  desk.outbox.notice('critical', begun.runId, message);
}

function endLocks(desk: Desk): void {
  const isNewDay = desk.profits.turnTo(desk.day.date);
  for (const held of desk.locks.all()) {
    if (held.protection === 'operator') continue;
    const isOver = held.untilMs === null ? isNewDay : held.untilMs <= desk.nowMs;
    if (isOver) end(desk, held);
    else if (held.untilMs !== null) desk.wakesAtMs.push(held.untilMs);
  }
}

function end(desk: Desk, held: Lock): void {
  desk.locks.remove(held);
  const message = `Entries of ${whom(held)} are no longer locked (${held.reason})`;
  desk.outbox.notice('info', held.runId, message);
}

function whom({ runId }: Pick<Lock, 'runId'>): string {
  return runId === null ? 'the account' : 'the run';
}
