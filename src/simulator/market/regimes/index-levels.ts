import { roundLevel } from '../daily-level.ts';
import { type DayRhythm } from './day-rhythm.ts';
import { type IndexCharacter } from './index-character.ts';
import { type IndexDayShape } from './index-day.ts';
import { type Knot } from './market-day.ts';

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
export function indexLevels(
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
