import { seededRandom } from '../../base/random.ts';
import { type CircuitHalt, circuitHalts, type WatchedLevels } from './circuit-halts.ts';
import { type DayRhythm, drawJumps, drawRhythm, layGrid, walkIn } from './day-rhythm.ts';
import { type HiddenPoints, lastTradedPaise, POINTS_A_MINUTE } from './fold-bars.ts';
import { type IndexCharacter, roundLevel } from './index-model.ts';
import { type Knot } from './market-day.ts';
import {
  type GeneratorWorld,
  type IndexDayShape,
  plannedClosePaise,
  type PlannedDay,
} from './plan-day.ts';

/** A day with its prices. */
export interface DayLevels {
  /** One for each step of the sessions, epoch milliseconds. */
  readonly instantsMs: Float64Array;
  /** By underlying: one level for each instant, paise. */
  readonly levels: ReadonlyMap<string, Int32Array>;
  readonly halts: readonly CircuitHalt[];
  readonly hidden: HiddenPoints | null;
}

/** Makes the levels of a planned day, and finds when they stop the market. */
export function makeDayLevels(world: GeneratorWorld, day: PlannedDay): DayLevels {
  const { seed, circuitBreakers, stepMs } = world;
  const { date, market, shapes } = day;
  const instantsMs = layGrid(day.sessions, stepMs);
  const points = instantsMs.length;
  const random = seededRandom(`${seed}/walk/${date}`);
  const rhythm = drawRhythm(random, points, stepMs);
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
  traded: DayLevels | null,
): ReadonlyMap<string, number> {
  const made = traded ?? (mayHalt(world, day) ? makeDayLevels(world, day) : null);
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

/** The walks that an index is made of. */
export interface DayWalks {
  readonly rhythm: DayRhythm;
  readonly market: Float64Array;
  readonly sector: Float64Array;
  readonly own: Float64Array;
}

/**
 * Levels of an index at each point of the day, paise on its tick: through every knot exactly, and between two of them
 * a straight line with a random walk that begins and ends on it.
 */
function indexLevels(
  { referencePaise, knots }: IndexDayShape,
  character: IndexCharacter,
  walks: DayWalks,
): Int32Array {
  const points = walks.own.length;
  const levels = new Int32Array(points);
  const walk = blend(character, walks);
  const places = placesOf(knots, points);
  levels[0] = roundLevel(referencePaise * (1 + (knots[0]?.move ?? 0)));
  for (let next = 1; next < knots.length; next += 1) {
    const from = { knot: knots[next - 1], place: places[next - 1] ?? 0 };
    const to = { knot: knots[next], place: places[next] ?? 0 };
    if (from.knot === undefined || to.knot === undefined) break;
    const bridge = { walk, elapsed: walks.rhythm.elapsed, from: from.place, to: to.place };
    const amplitude = to.knot.liveliness * character.deviation;
    for (let point = from.place + 1; point <= to.place; point += 1) {
      const way = (point - from.place) / (to.place - from.place);
      const line = point === to.place ? to.knot.move : mix(from.knot.move, to.knot.move, way);
      levels[point] = roundLevel(referencePaise * (1 + line + amplitude * detour(bridge, point)));
    }
  }
  return levels;
}

/** Points of the knots, each after the one before, the last at the end. */
function placesOf(knots: readonly Knot[], points: number): readonly number[] {
  const places: number[] = [];
  for (const [at, { part }] of knots.entries()) {
    const latest = points - knots.length + at;
    const place = Math.min(latest, Math.round(part * (points - 1)));
    places.push(at === 0 ? 0 : Math.max(place, (places[at - 1] ?? 0) + 1));
  }
  return places;
}

interface Bridge {
  readonly walk: Float64Array;
  readonly elapsed: Float64Array;
  readonly from: number;
  readonly to: number;
}

/** How far the walk is off the way that leads it back at the bridge's end; 0 at both ends. */
function detour({ walk, elapsed, from, to }: Bridge, point: number): number {
  if (point === to) return 0;
  const start = elapsed[from] ?? 0;
  const length = (elapsed[to] ?? 0) - start;
  const share = length === 0 ? 0 : ((elapsed[point] ?? 0) - start) / length;
  return (walk[point] ?? 0) - mix(walk[from] ?? 0, walk[to] ?? 0, share);
}

function mix(from: number, to: number, share: number): number {
  return from + share * (to - from);
}

function blend({ market, sector, own }: IndexCharacter, walks: DayWalks): Float64Array {
  return walks.own.map(
    (value, point) =>
      market * (walks.market[point] ?? 0) + sector * (walks.sector[point] ?? 0) + own * value,
  );
}
