import { type Random } from '../../../base/random.ts';
import { roundLevel } from '../daily-level.ts';
import { bell, between } from './bell.ts';
import { MARKET_DEVIATION, type IndexCharacter } from './index-character.ts';
import { type Knot, type MarketDay } from './market-day.ts';

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
export function drawIndexDay(market: MarketDay, input: IndexDayInput): IndexDayShape {
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
