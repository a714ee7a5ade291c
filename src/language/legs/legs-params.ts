import { type z } from 'zod';

import { invariant } from '../../base/invariant.ts';
import { type ClockTime } from '../../model/time/ist.ts';
import { InvalidCommand } from '../../strategy/commands.ts';
import { type Distance } from '../../strategy/distance.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type AfterClose } from '../schema/after-close.ts';
import { type LegMomentum } from '../schema/momentum.ts';
import {
  breakoutRule,
  type DistanceForm,
  distanceText,
  type LegForm,
  type LegsBody,
  type LegsForm,
} from '../schema/legs.ts';
import { type LegDefaults, legParameters } from './leg-parameters.ts';
import { type LegSize, type Sizing, sizingOf, type SizingWords } from './leg-size.ts';

/** What a configuration may override of a legs form, in the words of the file. */
export interface LegsParams extends SizingWords {
  readonly underlying: string;
  readonly entry?: ClockTime | undefined;
  readonly range?: string | undefined;
  readonly bar?: string | undefined;
  readonly before?: ClockTime | undefined;
  readonly exit: ClockTime;
  readonly lots?: number | undefined;
  readonly units?: number | undefined;
  readonly stop?: string | undefined;
  readonly target?: string | undefined;
}

/** A leg with all that the file and the configuration say about it. */
export interface Leg {
  readonly name: string;
  readonly form: LegForm;
  /** Symbol of the index whose contracts it trades. */
  readonly underlying: string;
  readonly expiry: LegsForm['expiry'];
  readonly size: LegSize;
  readonly stop: Distance | null;
  readonly target: Distance | null;
  readonly trail: { readonly move: Distance; readonly step: Distance } | null;
  /** What its price must do before the leg is entered; null when it is entered at once. */
  readonly momentum: LegMomentum | null;
  readonly indexStop: Distance | null;
  readonly indexTarget: Distance | null;
  readonly onStop: AfterClose | null;
  readonly onTarget: AfterClose | null;
}

/** A breakout with all that the file and the configuration say about it. */
export interface Breakout {
  readonly rangeMinutes: number;
  readonly barMinutes: number;
  readonly before: ClockTime;
  readonly isOverOnOtherSide: boolean;
}

/**
 * The parameters of a file, read as {@link LegsParams}: its underlying, its times, and the defaults that some leg takes.
 *
 * @param written the file's keys as they are written
 * @param own what the file declares besides
 */
export function legsParams(
  form: LegsBody,
  written: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, z.ZodType>> = {},
): z.ZodType {
  const carries = form.carry !== undefined;
  return legParameters(defaultsOf(form, written), { carries, own, largestLots: largestLots(form) });
}

/** Lots of the largest leg of a set. */
export function largestLots({ legs }: LegsBody): number {
  return Math.max(1, ...Object.values(legs).map(({ lots = 1 }) => lots));
}

/** What a file says for each of its parameters, as it is written. */
export function defaultsOf(
  form: LegsBody,
  written: Readonly<Record<string, unknown>>,
): LegDefaults {
  return {
    underlying: form.underlying,
    ...entryDefaults(form, mappingOf(written['entry'])),
    exit: form.exit,
    ...sizeDefaults(form, written),
    ...(form.stop === undefined ? {} : { stop: String(written['stop']) }),
    ...(form.target === undefined ? {} : { target: String(written['target']) }),
  };
}

function sizeDefaults(
  form: LegsBody,
  written: Readonly<Record<string, unknown>>,
): Partial<LegDefaults> {
  if (form.risk !== undefined || form.share !== undefined) {
    const words = ['risk', 'share', 'capital'].filter((key) => written[key] !== undefined);
    const said = Object.fromEntries(words.map((key) => [key, String(written[key])]));
    return { ...said, ...(form.maxLots === undefined ? {} : { maxLots: form.maxLots }) };
  }
  const areTaken = Object.values(form.legs).some(
    ({ lots, units }) => (lots ?? units) === undefined,
  );
  if (!areTaken) return {};
  return form.units === undefined ? { lots: form.lots ?? 1 } : { units: form.units };
}

function entryDefaults(
  { entry }: LegsBody,
  written: Readonly<Record<string, unknown>>,
): Partial<LegDefaults> {
  // One of several times has no name that a configuration could give.
  if (entry === undefined || isTimes(entry)) return {};
  if (typeof entry === 'string') return { entry };
  const { before } = entry;
  return { range: String(written['range']), bar: String(written['bar']), before };
}

/** Whether an entry is at several times. */
export function isTimes(entry: LegsBody['entry']): entry is readonly ClockTime[] {
  return Array.isArray(entry);
}

/** The breakout of a form under its parameters; null where it is entered at a time. */
export function resolveBreakout({ entry }: LegsForm, params: LegsParams): Breakout | null {
  if (typeof entry === 'string' || isTimes(entry)) return null;
  const { range, bar } = breakoutRule.shape;
  return {
    rangeMinutes: params.range === undefined ? entry.range : range.parse(params.range),
    barMinutes: params.bar === undefined ? entry.bar : bar.parse(params.bar),
    before: params.before ?? entry.before,
    isOverOnOtherSide: entry.otherSide === 'exit',
  };
}

/** The legs of a form under its parameters, in the order of the file. */
export function resolveLegs(form: LegsBody, params: LegsParams): readonly Leg[] {
  const { underlying, stop, target, lots, units } = params;
  return legsByTerms({
    ...form,
    underlying,
    lots,
    // Without the key, a parameter of that name is the file's own.
    units: form.units === undefined ? undefined : units,
    sizing: resolveSizing(form, params),
    stop: distanceOf(stop),
    target: distanceOf(target),
  });
}

/** What sizes the entries of a form under its parameters; null where its legs say their lots. */
export function resolveSizing({ risk, share }: LegsBody, params: LegsParams): Sizing | null {
  if (risk === undefined && share === undefined) return null;
  const sizing = sizingOf(params);
  // The check of the file and the schema of its parameters let nothing else pass.
  invariant(typeof sizing === 'object', 'Entries cannot be sized by the parameters');
  return sizing;
}

/** The legs of a form as it says them, in its order. */
export function legsByTerms(form: LegTerms): readonly Leg[] {
  return Object.entries(form.legs).map(([name, leg]) => {
    const size = sizeOf(leg, form);
    return {
      name,
      form: leg,
      underlying: leg.underlying ?? form.underlying,
      expiry: leg.expiry ?? expiryFor(leg, form),
      size,
      ...protectionOf(leg, form, size),
    };
  });
}

function sizeOf({ lots, units }: LegForm, form: LegTerms): LegSize {
  if (units !== undefined) return { kind: 'units', units };
  if ((form.sizing ?? null) !== null) return { kind: 'set', lots: lots ?? 1 };
  if (lots === undefined && form.units !== undefined) return { kind: 'units', units: form.units };
  return { kind: 'lots', lots: lots ?? form.lots ?? 1 };
}

/** The underlyings of legs, each once, for messages. */
export function shownUnderlyings(legs: readonly Leg[]): string {
  return [...new Set(legs.map(({ underlying }) => underlying))].join(' and ');
}

/** A future has no weekly expiry: what a file says for its options is none for it. */
function expiryFor({ type }: LegForm, { expiry }: LegTerms): Leg['expiry'] {
  if (type !== 'FUT') return expiry;
  return expiry === 'next-monthly' ? expiry : 'monthly';
}

/** Legs, and what holds for every one of them that does not say its own. */
export type LegTerms = Pick<LegsBody, 'legs' | 'underlying' | 'expiry' | 'lots' | 'units'> &
  Pick<LegsBody, 'trail' | 'momentum' | 'indexStop' | 'indexTarget' | 'onStop' | 'onTarget'> & {
    readonly stop?: DistanceForm | null | undefined;
    readonly target?: DistanceForm | null | undefined;
    /** What decides how many lots are entered. `@default` null: the legs say it */
    readonly sizing?: Sizing | null | undefined;
  };

type Protection = Omit<Leg, 'name' | 'form' | 'underlying' | 'expiry' | 'size'>;

function protectionOf(leg: LegForm, top: LegTerms, size: LegSize): Protection {
  const trail = leg.trail ?? top.trail;
  return {
    stop: limitOf(leg.stop ?? top.stop, size),
    target: limitOf(leg.target ?? top.target, size),
    trail:
      trail === undefined ? null : { move: ofLeg(trail.move, size), step: ofLeg(trail.step, size) },
    momentum: leg.momentum ?? top.momentum ?? null,
    ...followUpsOf(leg, top),
  };
}

function followUpsOf(
  leg: LegForm,
  top: LegTerms,
): Pick<Leg, 'indexStop' | 'indexTarget' | 'onStop' | 'onTarget'> {
  return {
    indexStop: leg.indexStop ?? top.indexStop ?? null,
    indexTarget: leg.indexTarget ?? top.indexTarget ?? null,
    onStop: leg.onStop ?? top.onStop ?? null,
    onTarget: leg.onTarget ?? top.onTarget ?? null,
  };
}

/**
 * An amount in rupees is one of the whole leg.
 *
 * @throws {InvalidCommand} where the size of the leg is not known before its entry
 */
function ofLeg(distance: DistanceForm, size: LegSize): Distance {
  if (distance.kind !== 'rupees') return distance;
  if (size.kind === 'units') return { ...distance, units: size.units };
  if (size.kind === 'lots') return { ...distance, lots: size.lots };
  throw new InvalidCommand('Cannot take an amount of a leg that is sized at its entry');
}

function limitOf(distance: DistanceForm | null | undefined, size: LegSize): Distance | null {
  return distance === null || distance === undefined ? null : ofLeg(distance, size);
}

function distanceOf(text: string | undefined): DistanceForm | null {
  return text === undefined ? null : distanceText.parse(text);
}
