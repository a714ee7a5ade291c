import { type Random } from '../../base/random.ts';
import { type Session } from '../../model/time/calendar.ts';
import { BAR_MS } from '../minute-bar.ts';
import { ordinaryShare } from '../option-pricing/variance-clock.ts';

/** How much moves at each point of a day, the same for all indexes. */
export interface DayRhythm {
  /** Deviation of the step to each point; the squares of all add up to 1. */
  readonly weights: Float64Array;
  /** Share of the day's variance that is used up at each point, 0 to 1. */
  readonly elapsed: Float64Array;
}

/** Lively at the open, quiet at noon, lively again before the close, with nervous stretches of some minutes. */
export function drawRhythm(random: Random, points: number, stepMs: number): DayRhythm {
  const weights = new Float64Array(points);
  const pointsAMinute = Math.max(1, Math.round(BAR_MS / stepMs));
  let mood = 0;
  let variance = 0;
  for (let point = 1; point < points; point += 1) {
    if (point % pointsAMinute === 0) mood = 0.94 * mood + 0.12 * bell(random);
    const weight = activity(point / points) * (1 + mood + 0.5 * mood * mood);
    weights[point] = weight;
    variance += weight * weight;
  }
  const elapsed = new Float64Array(points);
  const unit = variance === 0 ? 1 : Math.sqrt(variance);
  let used = 0;
  for (let point = 1; point < points; point += 1) {
    const weight = (weights[point] ?? 0) / unit;
    weights[point] = weight;
    used += weight * weight;
    elapsed[point] = used;
  }
  return { weights, elapsed };
}

/** How much moves at a part of the day, 0 open to 1 close. Fractions in place of exponentials: see `bell`. */
function activity(part: number): number {
  const sinceOpen = 0.06 / (0.06 + part);
  const toClose = 0.06 / (1.06 - part);
  return 0.75 + 1.5 * sinceOpen * sinceOpen + 0.7 * toClose * toClose;
}

/** A random walk of unit variance in this rhythm, with the given jumps. */
export function walkIn(
  { weights }: DayRhythm,
  random: Random,
  jumps: ReadonlyMap<number, number> = new Map<number, number>(),
): Float64Array {
  const walk = new Float64Array(weights.length);
  let position = 0;
  for (let point = 1; point < walk.length; point += 1) {
    position += (weights[point] ?? 0) * bell(random) + (jumps.get(point) ?? 0);
    walk[point] = position;
  }
  return walk;
}

/** Jumps of the whole market, by point: none on most days, of 0.2 to 0.5 daily deviations. */
export function drawJumps(random: Random, points: number): ReadonlyMap<number, number> {
  const drawn = random.next();
  const count = drawn < 0.7 ? 0 : drawn < 0.92 ? 1 : 2;
  const jumps = new Map<number, number>();
  for (let jump = 0; jump < count; jump += 1) {
    const at = 1 + random.below(Math.max(1, points - 1));
    const direction = random.next() < 0.5 ? -1 : 1;
    jumps.set(at, direction * (0.2 + 0.3 * random.next()));
  }
  return jumps;
}

/** The instants of a day at which a level is made, epoch milliseconds. */
export function layGrid(sessions: readonly Session[], stepMs: number): Float64Array {
  const instants: number[] = [];
  for (const { startMs, endMs } of sessions) {
    for (let atMs = startMs; atMs < endMs; atMs += stepMs) instants.push(atMs);
  }
  return Float64Array.from(instants);
}

/** Share of an ordinary day's deviation that a day has: one of an hour moves less. */
export function deviationScale(sessions: readonly Session[]): number {
  return Math.sqrt(ordinaryShare(sessions));
}

const SQRT_3 = Math.sqrt(3);

/**
 * A number of mean 0 and deviation 1 in a bell of finite width (-3.47 to 3.47): four uniform numbers added up.
 *
 * Only additions and square roots, which every machine rounds alike; logarithms and cosines may differ in the last digit.
 */
export function bell(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * SQRT_3;
}

/** A uniform number from `low` up to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random.next();
}
