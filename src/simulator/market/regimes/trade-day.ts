import { seededRandom } from '../../../base/random.ts';
import { circuitHalts, type CircuitHalt, type WatchedLevels } from './circuit-halts.ts';
import { layGrid, POINTS_A_MINUTE } from './day-grid.ts';
import { drawJumps, drawRhythm, walkIn } from './day-rhythm.ts';
import { lastTradedPaise, type HiddenPoints } from './fold-bars.ts';
import { plannedClosePaise } from './index-day.ts';
import { indexLevels } from './index-levels.ts';
import { type GeneratorWorld, type PlannedDay } from './plan-day.ts';

/** A day with its prices. */
export interface TradedDay {
  /** Every 10 s of the sessions, epoch milliseconds. */
  readonly instantsMs: Float64Array;
  /** By underlying: one level for each instant, paise. */
  readonly levels: ReadonlyMap<string, Int32Array>;
  readonly halts: readonly CircuitHalt[];
  readonly hidden: HiddenPoints | null;
}

/** Makes the levels of a planned day, and finds when they stop the market. */
export function tradeDay(world: GeneratorWorld, day: PlannedDay): TradedDay {
  const { seed, circuitBreakers } = world;
  const { date, market, shapes } = day;
  const instantsMs = layGrid(day.sessions);
  const points = instantsMs.length;
  const random = seededRandom(`${seed}/walk/${date}`);
  const rhythm = drawRhythm(random, points);
  const jumps = drawJumps(random, points);
  const walks = {
    rhythm,
    market: walkIn(rhythm, random, jumps),
    sector: walkIn(rhythm, seededRandom(`${seed}/walk/${date}/sector`)),
  };
  const levels = new Map<string, Int32Array>();
  const watched: WatchedLevels[] = [];
  for (const [underlying, shape] of shapes) {
    const character = world.characters.get(underlying);
    if (character === undefined) continue;
    const own = walkIn(rhythm, seededRandom(`${seed}/walk/${date}/${underlying}`));
    const levelsPaise = indexLevels(shape, character, { ...walks, own });
    levels.set(underlying, levelsPaise);
    if (circuitBreakers.watched.includes(underlying)) {
      watched.push({ underlying, referencePaise: shape.referencePaise, levelsPaise });
    }
  }
  const halts = circuitHalts(circuitBreakers, instantsMs, watched);
  return { instantsMs, levels, halts, hidden: hiddenOf(market.outage, points / POINTS_A_MINUTE) };
}

/** How far from the first step of the circuit breakers a planned day must stay for its prices not to reach it. */
const HALT_MARGIN = 0.045;

/**
 * Closes of a day. Where nothing can be halted, a day ends where it was planned to, so its prices need not be made
 * to know what comes after them.
 */
export function closesOf(
  world: GeneratorWorld,
  day: PlannedDay,
  traded: TradedDay | null,
): ReadonlyMap<string, number> {
  const made = traded ?? (mayHalt(world, day) ? tradeDay(world, day) : null);
  const closes = new Map<string, number>();
  for (const [underlying, shape] of day.shapes) {
    const levelsPaise = made?.levels.get(underlying);
    const closePaise =
      made === null || levelsPaise === undefined
        ? plannedClosePaise(shape)
        : lastTradedPaise({ ...made, levelsPaise });
    closes.set(underlying, closePaise);
  }
  return closes;
}

function mayHalt({ circuitBreakers }: GeneratorWorld, { shapes }: PlannedDay): boolean {
  const percents = circuitBreakers.rules.flatMap(({ steps }) =>
    steps.map(({ percent }) => percent),
  );
  const nearest = Math.min(...percents) / 100 - HALT_MARGIN;
  return circuitBreakers.watched.some((underlying) =>
    (shapes.get(underlying)?.knots ?? []).some(({ move }) => Math.abs(move) > nearest),
  );
}

function hiddenOf(outage: PlannedDay['market']['outage'], minutes: number): HiddenPoints | null {
  if (outage === null) return null;
  const from = Math.max(1, Math.floor(outage.fromPart * minutes));
  const to = Math.max(from + 1, Math.floor(outage.toPart * minutes));
  return { kind: outage.kind, from: from * POINTS_A_MINUTE, to: to * POINTS_A_MINUTE };
}
