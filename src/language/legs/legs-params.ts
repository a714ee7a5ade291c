import { type z } from 'zod';

import { type ClockTime } from '../../model/time/ist.ts';
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

/** What a configuration may override of a legs form, in the words of the file. */
export interface LegsParams {
  readonly underlying: string;
  readonly entry?: ClockTime | undefined;
  readonly range?: string | undefined;
  readonly bar?: string | undefined;
  readonly before?: ClockTime | undefined;
  readonly exit: ClockTime;
  readonly lots?: number | undefined;
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
  readonly lots: number;
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
  return legParameters(defaultsOf(form, written), { carries: form.carry !== undefined, own });
}

/** What a file says for each of its parameters, as it is written. */
export function defaultsOf(
  form: LegsBody,
  written: Readonly<Record<string, unknown>>,
): LegDefaults {
  const takesLots = Object.values(form.legs).some(({ lots }) => lots === undefined);
  return {
    underlying: form.underlying,
    ...entryDefaults(form, mappingOf(written['entry'])),
    exit: form.exit,
    ...(takesLots ? { lots: form.lots ?? 1 } : {}),
    ...(form.stop === undefined ? {} : { stop: String(written['stop']) }),
    ...(form.target === undefined ? {} : { target: String(written['target']) }),
  };
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
  const { underlying, stop, target, lots = 1 } = params;
  return legsByTerms({
    ...form,
    underlying,
    lots,
    stop: distanceOf(stop),
    target: distanceOf(target),
  });
}

/** The legs of a form as it says them, in its order. */
export function legsByTerms(form: LegTerms): readonly Leg[] {
  const { lots = 1 } = form;
  return Object.entries(form.legs).map(([name, leg]) => ({
    name,
    form: leg,
    underlying: leg.underlying ?? form.underlying,
    expiry: leg.expiry ?? expiryFor(leg, form),
    lots: leg.lots ?? lots,
    ...protectionOf(leg, form, leg.lots ?? lots),
  }));
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
export type LegTerms = Pick<LegsBody, 'legs' | 'underlying' | 'expiry' | 'lots'> &
  Pick<LegsBody, 'trail' | 'momentum' | 'indexStop' | 'indexTarget' | 'onStop' | 'onTarget'> & {
    readonly stop?: DistanceForm | null | undefined;
    readonly target?: DistanceForm | null | undefined;
  };

type Protection = Omit<Leg, 'name' | 'form' | 'underlying' | 'expiry' | 'lots'>;

function protectionOf(leg: LegForm, top: LegTerms, lots: number): Protection {
  const trail = leg.trail ?? top.trail;
  return {
    stop: limitOf(leg.stop ?? top.stop, lots),
    target: limitOf(leg.target ?? top.target, lots),
    trail:
      trail === undefined
        ? null
        : { move: ofLots(trail.move, lots), step: ofLots(trail.step, lots) },
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

/** An amount in rupees is one of all lots of the leg. */
function ofLots(distance: DistanceForm, lots: number): Distance {
  return distance.kind === 'rupees' ? { ...distance, lots } : distance;
}

function limitOf(distance: DistanceForm | null | undefined, lots: number): Distance | null {
  return distance === null || distance === undefined ? null : ofLots(distance, lots);
}

function distanceOf(text: string | undefined): DistanceForm | null {
  return text === undefined ? null : distanceText.parse(text);
}
