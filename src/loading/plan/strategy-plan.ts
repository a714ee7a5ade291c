import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type Outline, type OutlineEntry } from '../../language/plan/outline.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { DAY_MS, instantAt, MINUTE_MS } from '../../model/time/ist.ts';
import { countStarts, type EntryHours, entryHours, LATE_MS_MAX } from './count-starts.ts';
import { type MarginBound, marginBound } from './margin-bound.ts';
import { type ReachedLimit, reachedLimits } from './reached-limits.ts';
import { isTradable, type PlanBasis, sized, type SizedLeg } from './sized-leg.ts';

/** Orders that are placed, slices counted; changes and cancels are not. */
export interface OrderBounds {
  readonly perSecondMax: number;
  readonly perMinuteMax: number;
  /** Where only a limit bounds it, exits that come on top of the limit are not counted. */
  readonly perDayMax: number;
}

/** A leg whose entry the exchange takes in several orders only. */
export interface SlicedLeg {
  readonly leg: string;
  readonly units: number;
  /** Most units of one order. */
  readonly freezeUnits: number;
  readonly orders: number;
}

/**
 * What a strategy does in a day at most, computed before it runs. Bounds hold where each order fills whole and none is
 * placed again: the rest of an order that fills in parts, and an exit that is placed anew, come on top.
 */
export interface StrategyPlan {
  /** `file`: from the words of a file. `limits`: code decides, and the limits in force alone bound it. */
  readonly from: 'file' | 'limits';
  readonly orders: OrderBounds;
  /** Most lots open at once; null: no limit bounds them. */
  readonly lotsMax: number | null;
  /** Most units of them; null where lots alone are known. */
  readonly unitsMax: number | null;
  readonly margin: MarginBound | null;
  readonly sliced: readonly SlicedLeg[];
  /** What is entered and closed by nothing, `NIFTY1! +1`. */
  readonly unclosed: readonly string[];
  readonly reached: readonly ReachedLimit[];
}

/** The plan of what a file can trade. */
export function planOutline(whole: Outline, basis: PlanBasis): StrategyPlan {
  const outline = tradableOn(whole, basis);
  const { limits } = basis;
  const legs = outline.legs.map((leg) => sized(leg, basis));
  const work = {
    outline,
    legs,
    basis,
    // What is carried is closed at the exit, and may be entered again after it.
    hours: entryHours(basis.day, outline.isCarrying ? null : outline.exit),
  };
  const orders = boundsOf(work);
  const open = openSets(work);
  const lotsMax = Math.max(0, ...open.map((some) => sum(some, ({ lots }) => lots)));
  const unitsMax = Math.max(0, ...open.map((some) => sum(some, ({ units }) => units)));
  const sizes = outline.entries.map((entry) => largest(entry, legs, ({ slices }) => slices));
  const together = Math.max(0, ...sizes, mostWithin(outline, basis.day, 0));
  const asked = {
    ...orders,
    perDayMax: saidIn(work, DAY_MS) + outline.messagesAt.length,
    together,
    lotsMax,
  };
  const orderLotsMax = Math.max(0, ...legs.map(({ lots }) => lots));
  return {
    from: 'file',
    orders,
    lotsMax,
    unitsMax,
    margin: marginBound({ sets: open, areApart: outline.entries.length > 1 }, basis),
    sliced: legs.flatMap(slicedLeg),
    unclosed: outline.unclosed,
    reached: reachedLimits({ ...asked, orderLotsMax }, limits),
  };
}

/** The plan of code: what the limits in force leave it. */
export function planOfLimits({
  messagesPerSecondMax,
  ordersPerMinuteMax,
  ordersPerRunMax,
  lotsPerRunMax,
}: EngineLimits): StrategyPlan {
  const perMinuteMax = Math.min(messagesPerSecondMax * 60, ordersPerMinuteMax ?? Infinity);
  return {
    from: 'limits',
    orders: {
      perSecondMax: messagesPerSecondMax,
      perMinuteMax,
      perDayMax: ordersPerRunMax,
    },
    lotsMax: lotsPerRunMax,
    unitsMax: null,
    margin: null,
    sliced: [],
    unclosed: [],
    reached: [],
  };
}

/**
 * Without the sets of legs of which one is not tradable: none of such a set is entered. What is carried may be from a day on
 * which it was, and stays.
 */
function tradableOn(outline: Outline, basis: PlanBasis): Outline {
  if (outline.isCarrying) return outline;
  const not = outline.legs.filter((leg) => !isTradable(leg, basis)).map(({ name }) => name);
  const entries = outline.entries.map((entry) => {
    return { ...entry, choices: entry.choices.filter((names) => !names.some(isOf(not))) };
  });
  const entered = new Set(entries.flatMap(({ choices }) => choices.flat()));
  return { ...outline, entries, legs: outline.legs.filter(({ name }) => entered.has(name)) };
}

function isOf(names: readonly string[]): (name: string) => boolean {
  return (name) => names.includes(name);
}

interface Work {
  readonly outline: Outline;
  readonly legs: readonly SizedLeg[];
  readonly basis: PlanBasis;
  readonly hours: EntryHours;
}

function slicedLeg({ name, units, freezeUnits, slices }: SizedLeg): readonly SlicedLeg[] {
  if (freezeUnits === null || slices < 2) return [];
  return [{ leg: name, units, freezeUnits, orders: slices }];
}

/** Sets of legs of which one can be open whole. */
function openSets({ outline, legs }: Work): readonly (readonly SizedLeg[])[] {
  const [only, ...more] = outline.entries;
  if (only === undefined) return [];
  if (more.length > 0 || outline.isCarrying) return [legs];
  return only.choices.map((names) => legs.filter(({ name }) => names.includes(name)));
}

/** An entry, the stops behind it, and what closes it. */
function turnOf({ slices, hasStop, replacedStops }: SizedLeg): number {
  return slices * ((hasStop ? 3 : 2) + replacedStops);
}

function largest(
  { choices }: OutlineEntry,
  legs: readonly SizedLeg[],
  count: (leg: SizedLeg) => number,
): number {
  const sizes = choices.map((names) =>
    sum(
      legs.filter(({ name }) => names.includes(name)),
      count,
    ),
  );
  return Math.max(0, ...sizes);
}

function boundsOf(work: Work): OrderBounds {
  const { outline, legs, basis } = work;
  const { limits, day } = basis;
  const standing = sum(legs, (leg) => turnOf(leg) - leg.slices);
  // A command is let in whole, and what is open is closed whatever the limit.
  const inFull = limits.ordersPerRunMax + sum(legs, turnOf);
  const perDayMax = Math.min(askedIn(work, DAY_MS) + outline.messagesAt.length, inFull);
  const ofLegs =
    askedIn(work, MINUTE_MS) + standing + mostWithin(outline, day, MINUTE_MS + LATE_MS_MAX);
  const perMinuteMax = Math.min(perDayMax, ofLegs, 60 * limits.messagesPerSecondMax);
  return {
    perDayMax,
    perMinuteMax,
    perSecondMax: Math.min(perMinuteMax, limits.messagesPerSecondMax),
  };
}

/** Orders that its entries lead to in a stretch of the day. Infinity where its words do not bound them. */
function saidIn({ outline, legs, basis, hours }: Work, stretchMs: number): number {
  const { date } = basis.day;
  const ofCarried = outline.isCarrying ? sum(legs, (leg) => turnOf(leg) - leg.slices) : 0;
  return (
    sum(outline.entries, (entry) => {
      const turn = largest(entry, legs, turnOf);
      return turn * countStarts(entry.starts, stretchMs, { date, hours });
    }) + ofCarried
  );
}

/** The same, as far as the limit of entries into a leg lets them. */
function askedIn(work: Work, stretchMs: number): number {
  const { outline, legs, basis, hours } = work;
  const { legEntriesMax, legEntriesWithinMs } = basis.limits;
  const said = saidIn(work, stretchMs);
  if (legEntriesMax === null) return said;
  const withinMs = Math.min(stretchMs, hours.endMs - hours.openMs);
  const carried = outline.isCarrying ? 1 : 0;
  const entries = legEntriesMax * (Math.floor(withinMs / legEntriesWithinMs) + 1) + carried;
  return Math.min(said, entries * sum(legs, turnOf));
}

/** Most messages at times that lie so close together. */
function mostWithin({ messagesAt }: Outline, { date }: CalendarDay, stretchMs: number): number {
  const timesMs = messagesAt.map((at) => instantAt(date, at));
  const counts = timesMs.map(
    (fromMs) => timesMs.filter((atMs) => atMs >= fromMs && atMs <= fromMs + stretchMs).length,
  );
  return Math.max(0, ...counts);
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
