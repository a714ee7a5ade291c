import { seededRandom } from '../../../base/random.ts';
import { type Calendar, type ContractRules, type Session } from '../../../model/calendar.ts';
import { type IstDate } from '../../../model/ist.ts';
import { type CircuitBreakerTable } from '../../../model/market-tables.ts';
import { deviationScale } from './day-grid.ts';
import { type IndexCharacter } from './index-character.ts';
import { drawIndexDay, type IndexDayShape } from './index-day.ts';
import { drawMarketDay, type MarketDay } from './market-day.ts';
import { nextRegime } from './next-regime.ts';
import { type DayRegime, type RegimeShares } from './regime.ts';

/** What all days are drawn from. */
export interface GeneratorWorld {
  readonly seed: string;
  readonly calendar: Calendar;
  readonly rules: ContractRules;
  readonly circuitBreakers: CircuitBreakerTable;
  readonly shares: RegimeShares;
  /** Indexes that are made: those asked for, and those that circuit breakers watch. */
  readonly characters: ReadonlyMap<string, IndexCharacter>;
}

/** How a day ended. */
export interface MarketState {
  readonly regime: DayRegime | null;
  /** Closes, paise, by underlying. */
  readonly closesPaise: ReadonlyMap<string, number>;
}

/** What is to happen on a day, before any price is made. */
export interface PlannedDay {
  readonly date: IstDate;
  readonly market: MarketDay;
  /** Not empty. */
  readonly sessions: readonly Session[];
  readonly shapes: ReadonlyMap<string, IndexDayShape>;
}

/** Draws a day; null when the calendar knows no session of it. Depends on the seed, the date and the day before alone. */
export function planDay(
  world: GeneratorWorld,
  before: MarketState,
  date: IstDate,
): PlannedDay | null {
  const { seed, calendar, shares } = world;
  const { sessions } = calendar.day(date);
  if (sessions.length === 0) return null;
  const scale = deviationScale(sessions);
  const regime = nextRegime(seededRandom(`${seed}/regime/${date}`), shares.days, before.regime);
  const market = drawMarketDay(regime, {
    random: seededRandom(`${seed}/market/${date}`),
    scale,
    below: lostOf(world, before),
  });
  const shapes = new Map<string, IndexDayShape>();
  for (const [underlying, character] of world.characters) {
    const shape = drawIndexDay(market, {
      character,
      referencePaise: before.closesPaise.get(underlying) ?? character.basePaise,
      random: seededRandom(`${seed}/index/${date}/${underlying}`),
      sector: seededRandom(`${seed}/sector/${date}`),
      scale,
      pinStepPaise: pinStep(world, regime, { underlying, date }),
    });
    shapes.set(underlying, shape);
  }
  return { date, sessions, market, shapes };
}

/** How far the market stands below its base level, by the first index that circuit breakers watch. */
function lostOf({ characters, circuitBreakers }: GeneratorWorld, before: MarketState): number {
  const [watched = ''] = circuitBreakers.watched;
  const basePaise = characters.get(watched)?.basePaise;
  if (basePaise === undefined) return 0;
  return (basePaise - (before.closesPaise.get(watched) ?? basePaise)) / basePaise;
}

/** Distance of strikes when the underlying is pinned on that date, else null. */
function pinStep(
  { seed, rules, shares }: GeneratorWorld,
  regime: DayRegime,
  on: { readonly underlying: string; readonly date: IstDate },
): number | null {
  const { underlying, date } = on;
  if (regime === 'crash' || regime === 'circuit' || shares.pin === 0) return null;
  if (seededRandom(`${seed}/pin/${date}/${underlying}`).next() >= shares.pin) return null;
  if (!rules.underlyings.includes(underlying)) return null;
  return rules.expiries(underlying, date)[0] === date ? rules.strikeStepPaise(underlying) : null;
}
