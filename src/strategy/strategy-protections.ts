import { fail, ok, type Result } from '../base/result.ts';
import { nearestWord } from '../base/nearest-word.ts';
import { NO_PROTECTIONS, type Protections } from '../model/runs/run-policies.ts';
import { MINUTE_MS } from '../model/time/ist.ts';
import { type RupeesLimit } from './whole.ts';

/**
 * A strategy's own limits, before costs. The engine watches them; a configuration can tighten them, not loosen them. They
 * start fresh each day, that of the week each Monday.
 */
export interface StrategyProtections {
  /** Loss of the day at which everything is closed, and nothing entered for the rest of it: `rupees(5_000)`. @default none */
  readonly dayLoss?: RupeesLimit;
  /**
   * Loss of the calendar week, Monday to Sunday in IST, at which everything is closed, and nothing entered until the week ends:
   * its trading days so far, and today. Counted by the name of the run. @default none
   */
  readonly weekLoss?: RupeesLimit;
  /** The same for a fall from the highest profit of the day. @default none */
  readonly drawdown?: RupeesLimit;
  /** After so many round trips lost in a row, flat to flat, nothing is entered; 1 to 100. @default none */
  readonly losingStreak?: number;
  /** How long a streak, or without one each loss, keeps entries out; whole minutes, 1 to 1,440. @default the rest of the day */
  readonly cooldownMinutes?: number;
}

const KEYS = ['dayLoss', 'weekLoss', 'drawdown', 'losingStreak', 'cooldownMinutes'] as const;
const TRIPS_MAX = 100;
const MINUTES_MAX = 1_440;

/** The limits as the engine knows them, or what is wrong with the first one that it could not watch. */
export function engineProtections(of: StrategyProtections): Result<Protections, string> {
  const wrong = wrongKey(of) ?? wrongAmount(of) ?? wrongCount(of);
  if (wrong !== null) return fail(wrong);
  const { dayLoss, weekLoss, drawdown, losingStreak, cooldownMinutes = 0 } = of;
  return ok({
    ...NO_PROTECTIONS,
    dayLossPaiseMax: paiseOf(dayLoss),
    weekLossPaiseMax: paiseOf(weekLoss),
    drawdownPaiseMax: paiseOf(drawdown),
    losingStreakMax: losingStreak ?? null,
    cooldownMs: cooldownMinutes * MINUTE_MS,
  });
}

function paiseOf(limit: RupeesLimit | undefined): number | null {
  return limit?.paise ?? null;
}

/** A word that is not one would protect nothing. */
function wrongKey(of: unknown): string | null {
  if (typeof of !== 'object' || of === null) return `wanted an object, found ${shown(of)}`;
  const known: readonly string[] = KEYS;
  const unknown = Object.keys(of).find((key) => !known.includes(key));
  if (unknown === undefined) return null;
  const near = nearestWord(unknown, KEYS);
  const meant = near === null ? '' : `; did you mean "${near}"?`;
  return `wanted ${KEYS.join(', ')}, found ${shown(unknown)}${meant}`;
}

function wrongAmount(of: StrategyProtections): string | null {
  for (const key of ['dayLoss', 'weekLoss', 'drawdown'] as const) {
    const amount: unknown = of[key];
    if (amount !== undefined && !isAmount(amount)) {
      return `"${key}" wants an amount such as rupees(5000), found ${shown(amount)}`;
    }
  }
  return null;
}

function isAmount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, paise } = value as Partial<RupeesLimit>;
  return kind === 'rupees' && Number.isSafeInteger(paise) && Number(paise) > 0;
}

function wrongCount({ losingStreak, cooldownMinutes }: StrategyProtections): string | null {
  const counts = [
    ['losingStreak', losingStreak, TRIPS_MAX],
    ['cooldownMinutes', cooldownMinutes, MINUTES_MAX],
  ] as const;
  for (const [key, value, max] of counts) {
    if (value === undefined) continue;
    if (Number.isSafeInteger(value) && value >= 1 && value <= max) continue;
    return `"${key}" wants a whole number from 1 to ${String(max)}, found ${shown(value)}`;
  }
  return null;
}

function shown(value: unknown): string {
  return ['string', 'object'].includes(typeof value) ? JSON.stringify(value) : String(value);
}
