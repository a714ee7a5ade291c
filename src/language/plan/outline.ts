import { isInScope, type LegScope } from '../../model/orders/command.ts';
import { parseCron } from '../../model/time/cron.ts';
import { type ClockTime, MINUTE_MS } from '../../model/time/ist.ts';
import { type Distance } from '../../strategy/distance.ts';
import { type ExpiryRule } from '../../streams/chain.ts';
import { type LegSize, WAIT_MS_MAX } from '../legs/leg-size.ts';
import { isTimes, type Leg, type LegsParams, resolveLegs } from '../legs/legs-params.ts';
import { eachAction, listsIn } from '../rules/nested-actions.ts';
import { type ActionForm } from '../schema/actions.ts';
import { type AfterClose } from '../schema/after-close.ts';
import { type LegForm, type LegsBody, type LegsForm } from '../schema/legs.ts';
import { type PositionForm } from '../schema/position.ts';
import { type RuleForm, type RulesForm } from '../schema/rules.ts';
import { type SignalsForm } from '../schema/signals.ts';
import { type StrikeRule } from '../schema/strike-rule.ts';

/**
 * What a file can trade in a day at most, in its own words: what is entered, how often, and what protects it. No market is
 * known here: lots are not units yet, and times not instants.
 */
export interface Outline {
  /** That of the file; legs may trade others. Null for forms whose contracts the platform chooses. */
  readonly underlying: string | null;
  readonly legs: readonly OutlineLeg[];
  readonly entries: readonly OutlineEntry[];
  /** When everything is closed; null where nothing closes by itself. */
  readonly exit: ClockTime | null;
  /** Whether legs of an earlier day may be open when it begins: their stops and what closes them come on top. */
  readonly isCarrying: boolean;
  /** Tickers that signals buy or sell without the opposite, `NIFTY1! +1`: an entry without an exit. */
  readonly unclosed: readonly string[];
  /** Whether conditions of its own may watch more than its legs. */
  readonly hasConditions: boolean;
  /** Position starts, position square-offs and signals: each is one message to the platform. */
  readonly messagesAt: readonly ClockTime[];
}

/** One leg under its parameters. */
export interface OutlineLeg {
  readonly name: string;
  readonly underlying: string;
  readonly side: 'buy' | 'sell';
  readonly type: LegForm['type'];
  /** Null for a future. */
  readonly strike: StrikeRule | null;
  readonly expiry: ExpiryRule;
  /** Most lots of an entry; of a leg in units 1, and `units` counts. */
  readonly lots: number;
  /** Units of an entry where the file says these instead of lots; null else. */
  readonly units: number | null;
  /** Whether a stop order follows each of its entries. */
  readonly hasStop: boolean;
  /** How far the premium moves for its stop to follow; null without a trail. */
  readonly trailMove: Distance | null;
  /** Whether a re-entry may hold it on the other side. */
  readonly isReversible: boolean;
  /** Whether it is open for as long as the others of its entry: it neither waits for a momentum nor is closed by itself. */
  readonly isSteady: boolean;
}

/** Something that enters legs together. */
export interface OutlineEntry {
  /** Sets of legs of which each start enters one. */
  readonly choices: readonly (readonly string[])[];
  readonly starts: OutlineStarts;
}

/** What bounds how often an entry starts in a day. A bound that is absent does not apply. */
export interface OutlineStarts {
  /** Starts in a day at most. */
  readonly times?: number;
  /** Least time from one start to the next, milliseconds. */
  readonly apartMs?: number;
  /** First and last time between which it starts; the last is excluded. */
  readonly from?: ClockTime;
  readonly to?: ClockTime;
  /** Whether it starts at the open of each session, and at no other time. */
  readonly isAtOpen?: boolean;
  /** Whether starts may wait, for each other or for a momentum, and then follow at once. `apartMs` bounds a day alone. */
  readonly isQueued?: boolean;
  /** How long an entry may wait for the prices that size it, after all else that it waits for, milliseconds. */
  readonly waitMs?: number;
}

/**
 * What each key of a leg means for the plan. A new key does not compile before it stands here: a plan that overlooks, say,
 * re-entries is no upper bound.
 */
const KEYS_OF_LEG: Readonly<Record<keyof LegForm, 'counted' | 'adds no order'>> = {
  when: 'counted',
  underlying: 'counted',
  side: 'counted',
  type: 'counted',
  strike: 'counted',
  expiry: 'counted',
  lots: 'counted',
  units: 'counted',
  stop: 'counted',
  // The order that closes a leg is counted once, whatever closes it.
  target: 'adds no order',
  trail: 'counted',
  // An entry that waits is one all the same, but it may come later, and with others.
  momentum: 'counted',
  indexStop: 'adds no order',
  indexTarget: 'adds no order',
  onStop: 'counted',
  onTarget: 'counted',
};

/** The same of what follows a stop or a target. */
const KEYS_AFTER_CLOSE: Readonly<Record<keyof AfterClose, 'counted' | 'adds no order'>> = {
  cost: 'adds no order',
  exit: 'adds no order',
  reenter: 'counted',
};

/** The same of the file around the legs. */
const KEYS_OF_FILE: Readonly<Record<keyof LegsBody, 'counted' | 'adds no order'>> = {
  name: 'adds no order',
  schemaVersion: 'adds no order',
  underlying: 'counted',
  days: 'adds no order',
  daysToExpiry: 'adds no order',
  entry: 'counted',
  exit: 'counted',
  lastEntry: 'adds no order',
  product: 'adds no order',
  carry: 'counted',
  expiry: 'counted',
  lots: 'counted',
  units: 'counted',
  // What is sized at the entry is bounded by the most lots of a leg.
  risk: 'adds no order',
  share: 'adds no order',
  capital: 'adds no order',
  maxLots: 'counted',
  stop: 'counted',
  target: 'adds no order',
  trail: 'counted',
  momentum: 'counted',
  indexStop: 'adds no order',
  indexTarget: 'adds no order',
  onStop: 'counted',
  onTarget: 'counted',
  legs: 'counted',
  whole: 'adds no order',
  // The order that closes a leg is counted once, whatever closes it.
  protections: 'adds no order',
  broker: 'adds no order',
};

/** Keys of legs and of files with legs that {@link Outline} takes into account. */
export const PLANNED_KEYS: Readonly<Record<'leg' | 'after' | 'file', readonly string[]>> = {
  leg: Object.keys(KEYS_OF_LEG),
  after: Object.keys(KEYS_AFTER_CLOSE),
  file: Object.keys(KEYS_OF_FILE),
};

const ONCE: OutlineStarts = { times: 1 };

/** The outline of the legs form. A breakout enters the legs of one side. */
export function outlineLegs(form: LegsForm, params: LegsParams): Outline {
  const legs = resolveLegs(form, params);
  const { entry: written } = form;
  const isAtTimes = typeof written === 'string' || isTimes(written);
  const choices = isAtTimes ? [legs] : sidesOf(legs);
  const starts = isTimes(written) ? { times: written.length } : ONCE;
  const entry = { choices: choices.map((some) => some.map(({ name }) => name)), starts };
  const entries = [entry, ...reentriesOf(legs)];
  const isCarrying = form.carry !== undefined;
  return { ...standing(legs, params), entries, isCarrying, hasConditions: false };
}

function reentriesOf(legs: readonly Leg[]): readonly OutlineEntry[] {
  return legs.flatMap((leg) =>
    reentersOf(leg).map(({ times }) => ({ choices: [[leg.name]], starts: { times } })),
  );
}

function reentersOf({ onStop, onTarget }: Leg): readonly NonNullable<AfterClose['reenter']>[] {
  return [onStop?.reenter ?? [], onTarget?.reenter ?? []].flat();
}

function sidesOf(legs: readonly Leg[]): readonly (readonly Leg[])[] {
  return (['above', 'below'] as const).map((side) =>
    legs.filter(({ form: { when = side } }) => when === side),
  );
}

/** The outline of the rules form. */
export function outlineRules(form: RulesForm, params: LegsParams): Outline {
  const legs = resolveLegs(form, params);
  const entries = form.rules.flatMap((rule) => entriesOf(rule, legs));
  const entered = new Set(entries.flatMap(({ choices }) => choices.flat()));
  const known = legs.filter(({ name }) => entered.has(name));
  const all = [...entries, ...reentriesOf(known)];
  const exits = form.rules.flatMap(({ then }) => eachAction(then).map(({ exit }) => exit));
  const isCarrying = form.carry !== undefined;
  return { ...standing(known, params, exits), entries: all, isCarrying, hasConditions: true };
}

function entriesOf(rule: RuleForm, legs: readonly Leg[]): readonly OutlineEntry[] {
  const starts = startsOf(rule);
  const isUneven = eachAction(rule.then).some(isOfUnevenTime);
  return enteredIn(rule.then).map((enter) => {
    const entered = legs.filter(({ name }) => isInScope(name, enter));
    const waits = isUneven || entered.some(({ momentum }) => momentum !== null);
    const isSized = entered.some(({ size }) => size.kind === 'set');
    const all = {
      ...starts,
      ...(waits ? { isQueued: true } : {}),
      ...(isSized ? { waitMs: WAIT_MS_MAX } : {}),
    };
    return { choices: [entered.map(({ name }) => name)], starts: all };
  });
}

/** What one start of actions enters: of a repetition in each round, and of a choice in all branches. */
function enteredIn(actions: readonly ActionForm[]): readonly LegScope[] {
  return actions.flatMap((action) => {
    const { enter, repeat } = action;
    const once = listsIn(action).flatMap(enteredIn);
    const rounds = Array.from({ length: repeat?.times ?? 1 }, () => once);
    return [...(enter === undefined ? [] : [enter]), ...rounds.flat()];
  });
}

/** Whether actions after it come sooner at one start than at another. */
function isOfUnevenTime({ wait, repeat, choose }: ActionForm): boolean {
  return typeof wait === 'object' || repeat !== undefined || choose !== undefined;
}

/** How often a cron expression comes on a day that it names, and how far apart at least. */
function timesOfCron(
  cron: string | undefined,
): { readonly times: number; readonly apartMs: number } | null {
  if (cron === undefined) return null;
  const read = parseCron(cron);
  if (!read.ok) return null;
  const { hour, minute, second } = read.value;
  const [hours, minutes, seconds] = [hour, minute, second].map(({ numbers }) => numbers.length);
  const times = (hours ?? 0) * (minutes ?? 0) * (seconds ?? 0);
  return { times, apartMs: seconds === 1 ? MINUTE_MS : 1_000 };
}

function startsOf(rule: RuleForm): OutlineStarts {
  const { from, to, session } = rule.when;
  const starts = {
    times: startsMax(rule),
    apartMs: apartMsOf(rule),
    from,
    to,
    isAtOpen: session === 'open' ? true : undefined,
    isQueued: rule.mode === 'queued' ? true : undefined,
  };
  return Object.fromEntries(Object.entries(starts).filter(([, value]) => value !== undefined));
}

function startsMax({ when: { at, cron }, times }: RuleForm): number | undefined {
  if (at !== undefined) return 1;
  const known = [times, timesOfCron(cron)?.times].filter((bound) => bound !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function apartMsOf({ when, cooldown = 0 }: RuleForm): number | undefined {
  const { every = 0, bar = 0, cron } = when;
  const apartMs = Math.max(every, bar * MINUTE_MS, cooldown, timesOfCron(cron)?.apartMs ?? 0);
  return apartMs === 0 ? undefined : apartMs;
}

function standing(
  legs: readonly Leg[],
  { underlying, exit, maxLots }: LegsParams,
  exits: readonly (LegScope | undefined)[] = [],
): Omit<Outline, 'entries' | 'isCarrying' | 'hasConditions'> {
  const after = legs.flatMap(({ onStop, onTarget }) => [onStop?.exit, onTarget?.exit]);
  const named = new Set([...exits, ...after].flatMap((one = []) => (one === 'all' ? [] : one)));
  const all = legs.map((leg) => outlineLeg(leg, { named, maxLots: maxLots ?? null }));
  return { underlying, exit, messagesAt: [], unclosed: [], legs: all };
}

interface OutlinedBy {
  /** Legs that something closes without the others. */
  readonly named: ReadonlySet<string>;
  /** Most lots of a leg that is sized at its entry. */
  readonly maxLots: number | null;
}

function outlineLeg(leg: Leg, { named, maxLots }: OutlinedBy): OutlineLeg {
  const { name, form, underlying, expiry, size, stop, trail } = leg;
  const { side, type, strike = null } = form;
  return {
    name,
    underlying,
    side,
    type,
    strike,
    expiry,
    lots: lotsMaxOf(size, maxLots),
    units: size.kind === 'units' ? size.units : null,
    hasStop: stop !== null,
    trailMove: trail?.move ?? null,
    isReversible: reentersOf(leg).some(({ direction }) => direction === 'reversed'),
    isSteady: !named.has(name) && isLeftAlone(leg),
  };
}

/** Whole sets of the leg's own lots, up to the most that the file allows. */
function lotsMaxOf(size: LegSize, maxLots: number | null): number {
  if (size.kind === 'units') return 1;
  if (size.kind === 'lots' || maxLots === null) return size.lots;
  return Math.floor(maxLots / size.lots) * size.lots;
}

function isLeftAlone({ momentum, stop, target, indexStop, indexTarget }: Leg): boolean {
  return [momentum, stop, target, indexStop, indexTarget].every((one) => one === null);
}

const NO_LEGS = {
  ...{ underlying: null, legs: [], entries: [], unclosed: [] },
  ...{ isCarrying: false, hasConditions: false },
};

/** The outline of the position form: the platform decides what is traded. */
export function outlinePosition({ position }: PositionForm): Outline {
  const { start, squareOff } = position;
  return { ...NO_LEGS, exit: squareOff, messagesAt: [start, squareOff] };
}

/** The outline of the signals form. */
export function outlineSignals({ signals }: SignalsForm): Outline {
  const messagesAt = signals.map(({ at }) => at);
  return { ...NO_LEGS, exit: null, messagesAt, unclosed: unclosedBy(signals) };
}

function unclosedBy(signals: SignalsForm['signals']): readonly string[] {
  const net = new Map<string, number>();
  for (const { ticker, side, quantity } of signals.flatMap(({ trades }) => trades)) {
    net.set(ticker, (net.get(ticker) ?? 0) + (side === 'buy' ? quantity : -quantity));
  }
  return [...net].flatMap(([ticker, units]) =>
    units === 0 ? [] : [`${ticker} ${units > 0 ? '+' : ''}${String(units)}`],
  );
}
