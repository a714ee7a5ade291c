import { type Random } from '../../base/random.ts';
import { bell, between } from './day-rhythm.ts';
import { MARKET_DEVIATION } from './index-model.ts';
import { type DayRegime } from './regime.ts';

/** A level that the day goes through. Between two of them it wanders. */
export interface Knot {
  /** Part of the day's trading time, 0 the open, 1 the close. */
  readonly part: number;
  /** Move since the close before, 0.01 is 1 %. */
  readonly move: number;
  /** How lively the way here is, in daily deviations of an ordinary day. */
  readonly liveliness: number;
}

/** A stretch in which the feed shows nothing, or the same price again and again, while the market trades. */
export interface Outage {
  readonly kind: 'missing' | 'stale';
  /** Part of the day's trading time. */
  readonly fromPart: number;
  readonly toPart: number;
}

/** What the market as a whole does on a day. */
export interface MarketDay {
  readonly regime: DayRegime;
  /** Ascending by `part`, from 0 to 1; the first is the overnight gap. */
  readonly knots: readonly Knot[];
  /** How far indexes part from the market by the close, daily deviations. */
  readonly parting: number;
  readonly outage: Outage | null;
}

/** What a market day is drawn from. */
export interface MarketDayInput {
  readonly random: Random;
  /** Share of an ordinary day's deviation that a day of this length has. */
  readonly scale: number;
  /** How far the market stands below its base level: 0.1 is 10 % below, negative above. */
  readonly below: number;
}

type Draw = (input: MarketDayInput) => Omit<MarketDay, 'regime' | 'outage'>;

const DRAWS: Readonly<Record<DayRegime, Draw>> = {
  calm: (input) => ordinary(input, { gap: 0.25, move: 0.35, liveliness: 0.45 }),
  outage: (input) => ordinary(input, { gap: 0.35, move: 0.7, liveliness: 0.9 }),
  trend,
  chop,
  gap: gapped,
  crash,
  circuit,
};

/** Draws what the market does on a day of a regime. */
export function drawMarketDay(regime: DayRegime, input: MarketDayInput): MarketDay {
  const day = DRAWS[regime](input);
  return { regime, ...day, outage: regime === 'outage' ? drawOutage(input.random) : null };
}

function ordinary(
  { random, scale }: MarketDayInput,
  like: { readonly gap: number; readonly move: number; readonly liveliness: number },
): ReturnType<Draw> {
  const unit = MARKET_DEVIATION * scale;
  const gap = MARKET_DEVIATION * like.gap * bell(random);
  const move = unit * like.move * bell(random);
  return {
    knots: [
      { part: 0, move: gap, liveliness: 0 },
      { part: 1, move: gap + move, liveliness: like.liveliness },
    ],
    parting: like.move,
  };
}

function trend({ random, scale }: MarketDayInput): ReturnType<Draw> {
  const direction = sign(random);
  const gap = MARKET_DEVIATION * (0.3 * bell(random) + 0.15 * direction);
  const move = MARKET_DEVIATION * scale * direction * between(random, 0.9, 1.9);
  const middle = between(random, 0.3, 0.7);
  return {
    knots: [
      { part: 0, move: gap, liveliness: 0 },
      { part: middle, move: gap + move * between(random, 0.4, 0.65), liveliness: 0.5 },
      { part: 1, move: gap + move, liveliness: 0.5 },
    ],
    parting: 0.9,
  };
}

/** Swings to and fro across the open. */
function chop({ random, scale }: MarketDayInput): ReturnType<Draw> {
  const unit = MARKET_DEVIATION * scale;
  const gap = MARKET_DEVIATION * 0.3 * bell(random);
  const swings = 6 + random.below(5);
  const knots: Knot[] = [{ part: 0, move: gap, liveliness: 0 }];
  let direction = sign(random);
  for (let swing = 1; swing < swings; swing += 1) {
    const move = gap + unit * direction * between(random, 0.3, 0.65);
    const part = (swing + between(random, -0.3, 0.3)) / swings;
    knots.push({ part, move, liveliness: 0.4 });
    direction = -direction;
  }
  knots.push({ part: 1, move: gap + unit * 0.12 * bell(random), liveliness: 0.4 });
  return { knots, parting: 0.15 };
}

function gapped({ random, scale }: MarketDayInput): ReturnType<Draw> {
  const gap = MARKET_DEVIATION * sign(random) * between(random, 2.2, 4);
  return {
    knots: [
      { part: 0, move: gap, liveliness: 0 },
      { part: 1, move: gap + MARKET_DEVIATION * scale * 0.7 * bell(random), liveliness: 1.1 },
    ],
    parting: 0.7,
  };
}

/** A slide that begins some time in the day, and at its end a little comes back. */
function crash({ random, below }: MarketDayInput): ReturnType<Draw> {
  const gap = MARKET_DEVIATION * between(random, -0.9, 0.2);
  // Where much is lost already, falls are smaller, so that levels stay within reach of their base.
  const fall = between(random, 0.045, 0.045 + 0.035 * Math.min(1, Math.max(0, 1 - 3 * below)));
  const from = between(random, 0.02, 0.5);
  const to = from + (0.97 - from) * between(random, 0.3, 1);
  return {
    knots: [
      { part: 0, move: gap, liveliness: 0 },
      { part: from, move: gap - MARKET_DEVIATION * between(random, 0, 0.5), liveliness: 0.9 },
      { part: to, move: gap - fall * between(random, 1.02, 1.15), liveliness: 1.6 },
      { part: 1, move: gap - fall, liveliness: 1.8 },
    ],
    parting: 0.4,
  };
}

/** How far a circuit day goes: in 6 of 10 past the first step, in 2 or 3 past the second, else past the third. */
const DEPTHS = [
  { upTo: 0.6, low: 0.115, high: 0.14 },
  { upTo: 0.85, low: 0.165, high: 0.19 },
  { upTo: 1, low: 0.22, high: 0.24 },
];

/** Mostly down; the more the market has lost already, the more often up, as relief came in 2009 and 2020. */
function circuit({ random, below }: MarketDayInput): ReturnType<Draw> {
  const up = Math.min(0.95, Math.max(0.05, 0.15 + 1.5 * below));
  const direction = random.next() < up ? 1 : -1;
  const drawn = random.next();
  const { low, high } = DEPTHS.find(({ upTo }) => drawn < upTo) ?? { low: 0.115, high: 0.14 };
  const depth = direction * between(random, low, high);
  const gap = direction * between(random, 0.01, 0.05);
  const to = between(random, 0.06, 0.95);
  return {
    knots: [
      { part: 0, move: gap, liveliness: 0 },
      { part: to, move: depth, liveliness: 1.5 },
      { part: 1, move: depth * between(random, 0.6, 1), liveliness: 2.2 },
    ],
    parting: 0.3,
  };
}

/** Between the first and the last minutes, so that open and close are seen. */
function drawOutage(random: Random): Outage {
  const kind = random.next() < 0.6 ? 'missing' : 'stale';
  const length = between(random, 0.02, 0.25);
  const fromPart = between(random, 0.05, 0.92 - length);
  return { kind, fromPart, toPart: fromPart + length };
}

function sign(random: Random): number {
  return random.next() < 0.5 ? 1 : -1;
}
