import { type Random, seededRandom } from '../../base/random.ts';
import { type CircuitBreakerTable } from '../../model/market/market-tables.ts';
import { type Calendar, type ContractRules, type Session } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { bell, between, deviationScale } from './day-rhythm.ts';
import { type IndexCharacter, MARKET_DEVIATION, roundLevel } from './index-model.ts';
import { drawMarketDay, type Knot, type MarketDay } from './market-day.ts';
import { type DayRegime, nextRegime, type RegimeShares } from './regime.ts';

/** What all days are drawn from. */
export interface GeneratorWorld {
  readonly seed: string;
  readonly calendar: Calendar;
  /** Where expiries and strikes come from; null: no day is pinned to a strike. */
  readonly rules: ContractRules | null;
  readonly circuitBreakers: Pick<CircuitBreakerTable, 'watched' | 'rules'>;
  readonly shares: RegimeShares;
  /** Indexes that are made: those asked for, and those that circuit breakers watch. */
  readonly characters: ReadonlyMap<string, IndexCharacter>;
  /** Time between two levels. */
  readonly stepMs: number;
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
  if (regime === 'crash' || regime === 'circuit' || rules === null || shares.pin === 0) {
    return null;
  }
  if (seededRandom(`${seed}/pin/${date}/${underlying}`).next() >= shares.pin) return null;
  if (!rules.underlyings.includes(underlying)) return null;
  return rules.expiries(underlying, date)[0] === date ? rules.strikeStepPaise(underlying) : null;
}

/** What one index does on a day: the market's day, as this index takes part in it. */
export interface IndexDayShape {
  /** Close of the day before, paise. */
  readonly referencePaise: number;
  readonly knots: readonly Knot[];
  /** The strike that it is drawn to; null on any other day. */
  readonly pinPaise: number | null;
}

/** What an index day is drawn from. */
export interface IndexDayInput {
  readonly character: IndexCharacter;
  readonly referencePaise: number;
  /** Of this index alone. */
  readonly random: Random;
  /** Of its sector, the same for all indexes of it. */
  readonly sector: Random;
  readonly scale: number;
  /** Distance of strikes on which it may be pinned; null when it is not. */
  readonly pinStepPaise: number | null;
}

/** No more than so much of a gap is the pull towards the base level. */
const PULL_MAX = 0.07;

/** Draws what an index does on a day of the market. */
function drawIndexDay(market: MarketDay, input: IndexDayInput): IndexDayShape {
  const { character, referencePaise, random, sector, scale } = input;
  const beta = (character.market * character.deviation) / MARKET_DEVIATION;
  const own = (): number => character.sector * bell(sector) + character.own * bell(random);
  const pull = overnightPull(character.basePaise, referencePaise);
  const gap = pull + character.deviation * 0.35 * own();
  const parting = character.deviation * scale * market.parting * own();
  const knots = market.knots.map(({ part, move, liveliness }) => ({
    part,
    move: beta * move + gap + part * parting,
    liveliness: liveliness * scale,
  }));
  const shape = { referencePaise, knots, pinPaise: null };
  return input.pinStepPaise === null ? shape : pinned(shape, random, input.pinStepPaise);
}

/** Close of a day in which nothing was halted, paise. */
export function plannedClosePaise({ referencePaise, knots }: IndexDayShape): number {
  return roundLevel(referencePaise * (1 + (knots.at(-1)?.move ?? 0)));
}

/**
 * What draws an index back overnight: next to nothing near its base level, more and more far away from it, so that
 * no choice of regimes makes levels leave the range that lots and strikes are made for.
 */
function overnightPull(basePaise: number, levelPaise: number): number {
  const distance = (basePaise - levelPaise) / basePaise;
  const pull = 0.006 * distance + 0.7 * distance * distance * distance;
  return Math.min(PULL_MAX, Math.max(-PULL_MAX, pull));
}

/** How close to the strike a pinned index comes, in strike steps, by part of the day. */
const PIN_FUNNEL: readonly (readonly [part: number, steps: number])[] = [
  [0.62, 0.6],
  [0.76, 0.4],
  [0.88, 0.25],
  [0.95, 0.18],
  [1, 0.14],
];

/** The day's end is drawn to the strike nearest to where it would have ended, in ever smaller swings. */
function pinned(shape: IndexDayShape, random: Random, stepPaise: number): IndexDayShape {
  const { referencePaise, knots } = shape;
  const strike = Math.max(1, Math.round(plannedClosePaise(shape) / stepPaise)) * stepPaise;
  const funnel = PIN_FUNNEL.map(([part, steps]) => ({
    part,
    move: (strike + stepPaise * between(random, -steps, steps)) / referencePaise - 1,
    liveliness: 0.35,
  }));
  const before = knots.filter(({ part }) => part < 0.5);
  return { referencePaise, knots: [...before, ...funnel], pinPaise: strike };
}
