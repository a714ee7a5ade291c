import { type Random, seededRandom } from '../../base/random.ts';
import { type Calendar, type Session, TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { createStepDay, type IndexDay, type IndexPath, stepTimes } from '../index-path.ts';
import { RecentDays } from '../recent-days.ts';
import {
  dailyClosePaise,
  type DailyLevelKey,
  INDEX_MODELS,
  type IndexModel,
  MARKET_CORRELATION,
  roundLevel,
} from './index-model.ts';

/** What generated indexes are made from. */
export interface GeneratedIndexOptions {
  readonly seed: number | string;
  readonly calendar: Calendar;
  /** Time between two levels, milliseconds, at least 100. @default 1000 */
  readonly stepMs?: number;
  /** Indexes and what they are like. @default INDEX_MODELS */
  readonly models?: Readonly<Record<string, IndexModel>>;
}

/** Share of a day's deviation that happens while the market is open. */
const SESSION_SHARE = 0.85;
/** Share of the move from close to close that the opening gap takes, and its own noise in daily deviations. */
const GAP_SHARE = 0.35;
const GAP_NOISE = 0.2;
/** How lively the path between open and close is, in session deviations: from trending to choppy days. */
const LIVELINESS: readonly number[] = [0.65, 0.9, 1, 1, 1.25];

/** Makes index levels from a seed. The same seed, underlying and date always give the same day. */
export function createGeneratedIndex(options: GeneratedIndexOptions): IndexPath {
  const { seed, calendar } = options;
  const models = options.models ?? INDEX_MODELS;
  const stepMs = Math.max(100, options.stepMs ?? 1000);
  const underlyings = Object.keys(models);
  const keyOf = (underlying: string): DailyLevelKey | null => {
    const model = underlyings.includes(underlying) ? models[underlying] : undefined;
    return model === undefined ? null : { seed, underlying, model };
  };
  const reference = (key: DailyLevelKey, date: IstDate): number =>
    dailyClosePaise(key, calendar.previousTradingDay(date));

  const days = new RecentDays((underlying, date) => {
    const key = keyOf(underlying);
    const { sessions } = calendar.day(date);
    if (key === null || sessions.length === 0) return null;
    return generateDay({ key, date, referencePaise: reference(key, date), sessions, stepMs });
  });
  return {
    underlyings,
    day: (underlying, date) => days.get(underlying, date),
    referencePaise: (underlying, date) => {
      const key = keyOf(underlying);
      return key === null ? null : reference(key, date);
    },
    assumptions: [
      `Index levels are generated from seed "${String(seed)}", one every ${String(stepMs / 1000)} s: they are not market data`,
      'The generated index moves until the derivatives close; the closing auction of the cash market is not modelled',
    ],
  };
}

interface DayPlan {
  readonly key: DailyLevelKey;
  readonly date: IstDate;
  readonly referencePaise: number;
  readonly sessions: readonly Session[];
  readonly stepMs: number;
}

function generateDay(plan: DayPlan): IndexDay {
  const { key, date, referencePaise } = plan;
  const random = seededRandom(`${String(key.seed)}/${key.underlying}/${date}`);
  const market = seededRandom(`${String(key.seed)}/market/${date}`);
  const deviation = key.model.annualVolatility / Math.sqrt(TRADING_DAYS_A_YEAR);
  const move = Math.log(dailyClosePaise(key, date) / referencePaise);
  const gap = GAP_SHARE * move + GAP_NOISE * deviation * blend(market, random);
  const lively = (LIVELINESS[market.below(LIVELINESS.length)] ?? 1) * SESSION_SHARE * deviation;

  const startsMs = gridOf(plan.sessions, plan.stepMs);
  const { walk, elapsed } = walkOf(startsMs.length, { market, random });
  const levelsPaise = new Int32Array(startsMs.length);
  const endOfWalk = walk.at(-1) ?? 0;
  for (let step = 0; step < levelsPaise.length; step += 1) {
    const share = elapsed[step] ?? 0;
    const detour = (walk[step] ?? 0) - share * endOfWalk;
    levelsPaise[step] = roundLevel(
      referencePaise * Math.exp(gap + share * (move - gap) + lively * detour),
    );
  }
  return createStepDay({
    date,
    referencePaise,
    volatility: key.model.annualVolatility,
    times: stepTimes(startsMs),
    levelsPaise,
  });
}

function gridOf(sessions: readonly Session[], stepMs: number): readonly number[] {
  const starts: number[] = [];
  for (const { startMs, endMs } of sessions) {
    for (let atMs = startMs; atMs < endMs; atMs += stepMs) starts.push(atMs);
  }
  return starts;
}

/** A random walk of unit variance in all, and the share of the variance used up to each step (0 to 1). */
function walkOf(
  count: number,
  { market, random }: { readonly market: Random; readonly random: Random },
): { readonly walk: Float64Array; readonly elapsed: Float64Array } {
  const walk = new Float64Array(count);
  const elapsed = new Float64Array(count);
  let variance = 0;
  let position = 0;
  let mood = 0;
  const moodEvery = Math.max(1, Math.round(count / 375));
  for (let step = 1; step < count; step += 1) {
    // Quiet and nervous stretches of some minutes, as markets have.
    if (step % moodEvery === 0) mood = 0.94 * mood + 0.12 * market.normal();
    const weight = activity(step / count) * Math.exp(mood);
    variance += weight * weight;
    position += weight * blend(market, random);
    elapsed[step] = variance;
    walk[step] = position;
  }
  const scale = variance === 0 ? 1 : variance;
  for (let step = 0; step < count; step += 1) {
    elapsed[step] = (elapsed[step] ?? 0) / scale;
    walk[step] = (walk[step] ?? 0) / Math.sqrt(scale);
  }
  return { walk, elapsed };
}

/** How much moves at a part of the day (0 open, 1 close): most at the open, more again before the close. */
function activity(part: number): number {
  return 0.8 + 1.4 * Math.exp(-part / 0.06) + 0.6 * Math.exp((part - 1) / 0.08);
}

function blend(market: Random, own: Random): number {
  return (
    MARKET_CORRELATION * market.normal() + Math.sqrt(1 - MARKET_CORRELATION ** 2) * own.normal()
  );
}
