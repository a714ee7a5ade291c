import { type Json } from '../../base/json.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { type MarketHours } from '../../language/doubts/market-hours.ts';
import { type LegInUnits } from '../../language/doubts/uneven-units.ts';
import { type Outline } from '../../language/plan/outline.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type ClockTime, istClock, type IstDate, MINUTE_MS } from '../../model/time/ist.ts';
import { DEFAULT_RISK_LIMITS } from '../../risk/risk-limits.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../settings/market/market-knowledge.ts';
import { type DescribedStrategy, describeStrategy } from '../describing/described-strategy.ts';
import { type LoadedStrategy, loadStrategy } from '../load-strategy.ts';
import { lotsUnitsOf } from '../plan/sized-leg.ts';
import { NOTHING_SEEN, type Trial, type TrialOptions, tryStrategy } from './try-strategy.ts';

/** Loads a strategy and tries it on this thread: of a module only where the thread is for trials. Never throws. */
export async function runTrial(task: TrialTask): Promise<TrialAnswer> {
  try {
    return await tryTask(task);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'unusable', problems: [problem(why, { file: task.path })] };
  }
}

async function tryTask({
  path,
  given,
  calendar,
  date,
  ...options
}: TrialTask): Promise<TrialAnswer> {
  const loaded = await loadStrategy(path, given);
  if (!loaded.ok) return { kind: 'unusable', problems: loaded.error };
  const knowledge = knowledgeWith(calendar);
  const day = knowledge.calendar.day(date);
  const outline = loaded.value.outline?.(loaded.value.params) ?? null;
  const tried = tryFile(loaded.value, outline, { ...options, knowledge, day });
  const trial = withOutline(tried, outline);
  const inUnits = legsInUnits(outline, knowledge, date);
  const doubts = loaded.value.doubts?.(marketHours(day), inUnits) ?? [];
  const strategy = describeStrategy(loaded.value);
  const { policies = {} } = loaded.value;
  return { kind: 'tried', strategy, trial, outline, doubts, policies };
}

/**
 * Tries what can fail. Where a file's legs are chosen by steps from the index, nothing can in a day of made-up prices: then its
 * conditions are started, to see what they watch, and without any it is not tried at all.
 */
function tryFile(loaded: LoadedStrategy, outline: Outline | null, options: TrialOptions): Trial {
  if (outline === null || !isSelectionSure(outline)) return tryStrategy(loaded, options);
  if (!outline.hasConditions) return NOTHING_SEEN;
  return tryStrategy(loaded, { onlyStartAtMs: startOf(options.day), ...options });
}

function isSelectionSure({ legs }: Outline): boolean {
  return legs.every(({ strike, expiry }) => {
    const isByStep = strike === null || ['atm', 'otm', 'itm'].includes(strike.kind);
    return isByStep && typeof expiry === 'string';
  });
}

/** Watches start before the first session, as on a real day. */
function startOf({ sessions }: CalendarDay): number {
  return (sessions[0]?.startMs ?? 0) - 15 * MINUTE_MS;
}

/** What a file trades is watched, whether its trial came there or not. */
function withOutline(trial: Trial, outline: Outline | null): Trial {
  const { underlying = null, legs = [] } = outline ?? {};
  if (underlying === null || legs.length === 0) return trial;
  const ofLegs = legs.map((leg) => leg.underlying);
  const underlyings = [...new Set([...trial.underlyings, underlying, ...ofLegs])];
  return { ...trial, underlyings, needsPrices: true };
}

/** The hours of a day for intraday trading, as the engine keeps them by default. */
function marketHours({ date, sessions }: CalendarDay): MarketHours {
  const [openMs, closeMs] = [sessions[0]?.startMs ?? 0, sessions.at(-1)?.endMs ?? 0];
  const intradayEndMs = closeMs - DEFAULT_RISK_LIMITS.intradayEndsBeforeCloseMs;
  const clock = (atMs: number): ClockTime => istClock(atMs).replace(/:00$/, '');
  return { date, open: clock(openMs), close: clock(closeMs), intradayEnd: clock(intradayEndMs) };
}

/** What is traded in units, with the lots of the day. */
function legsInUnits(
  outline: Outline | null,
  { rules }: MarketKnowledge,
  date: IstDate,
): readonly LegInUnits[] {
  return (outline?.legs ?? []).flatMap(({ name, underlying, units }) =>
    units === null
      ? []
      : [{ name, underlying, units, lotsUnits: lotsUnitsOf(underlying, date, rules) }],
  );
}

let latest: { readonly additions: string; readonly knowledge: MarketKnowledge } | null = null;

/** The same object for the same additions one after the other: strategies of a configuration have them in common. */
function knowledgeWith(calendar: TrialTask['calendar']): MarketKnowledge {
  if (calendar === null) return loadMarketKnowledge();
  const additions = JSON.stringify(calendar);
  if (latest?.additions !== additions) {
    latest = { additions, knowledge: loadMarketKnowledge(calendar) };
  }
  return latest.knowledge;
}

/** A strategy to try. Plain data: it goes to another thread. */
export interface TrialTask {
  /** Absolute path of its file. */
  readonly path: string;
  /** What it is given over its own defaults. */
  readonly given: Readonly<Record<string, Json>>;
  readonly date: IstDate;
  readonly mode: Mode;
  /** The configuration's `calendar`; null: the tables as they are. */
  readonly calendar: Readonly<Record<string, Json>> | null;
  /** As in `TrialOptions`. @default the whole day */
  readonly onlyStartAtMs?: number;
}

/**
 * What became of a trial: `unusable` never got so far, code of an `endless` one does not return, `lost` is one that took
 * its thread with it or went on for too long.
 */
export type TrialAnswer =
  | {
      readonly kind: 'tried';
      readonly strategy: DescribedStrategy;
      readonly trial: Trial;
      /** What its file can trade in a day at most; null of code. */
      readonly outline: Outline | null;
      /** What its file says and its author hardly means; nothing of code. */
      readonly doubts: readonly Problem[];
      /** Those that it sets itself, as its limits of the day. */
      readonly policies: Partial<RunPolicies>;
    }
  | { readonly kind: 'unusable' | 'endless' | 'lost'; readonly problems: readonly Problem[] };

/** What a thread of trials is started with. */
export interface TrialWorkerStart {
  readonly turns: SharedArrayBuffer;
}
