import { z } from 'zod';

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
  legsForm,
} from '../schema/legs.ts';
import { clockTimeText } from '../schema/shared-keys.ts';

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
  const { shape } = legsForm;
  const takesLots = Object.values(form.legs).some(({ lots }) => lots === undefined);
  const always = {
    underlying: parameter(shape.underlying, form.underlying),
    ...entryParams(form, mappingOf(written['entry'])),
    exit: parameter(shape.exit, form.exit),
  };
  const sometimes: Partial<Record<'lots' | 'stop' | 'target', z.ZodType>> = {
    ...(takesLots ? { lots: parameter(shape.lots, form.lots ?? 1) } : {}),
    ...(form.stop === undefined ? {} : { stop: parameter(shape.stop, String(written['stop'])) }),
    ...(form.target === undefined
      ? {}
      : { target: parameter(shape.target, String(written['target'])) }),
  };
  const isOrdered = form.carry === undefined ? isInOrder : () => true;
  return z.strictObject({ ...own, ...always, ...sometimes }).refine(isOrdered, {
    path: ['exit'],
    error: 'The exit must come after the entry',
  });
}

function entryParams(
  { entry }: LegsBody,
  written: Readonly<Record<string, unknown>>,
): Readonly<Record<string, z.ZodType>> {
  // One of several times has no name that a configuration could give.
  if (entry === undefined || isTimes(entry)) return {};
  if (typeof entry === 'string') return { entry: parameter(clockTimeText('09:20'), entry) };
  const { range, bar, before } = breakoutRule.shape;
  return {
    range: parameter(range, String(written['range'])),
    bar: parameter(bar, String(written['bar'])),
    before: parameter(before, entry.before),
  };
}

/** Whether an entry is at several times. */
export function isTimes(entry: LegsBody['entry']): entry is readonly ClockTime[] {
  return Array.isArray(entry);
}

/** Times of one length compare as text; those with seconds come after those without. */
function isInOrder(params: object): boolean {
  const { entry, before, exit } = params as LegsParams;
  return (entry ?? before ?? '') < exit;
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
  const { stop, target, lots = 1 } = params;
  const top: TopOfLegs = { ...form, stop: distanceOf(stop), target: distanceOf(target) };
  return Object.entries(form.legs).map(([name, leg]) => ({
    name,
    form: leg,
    underlying: leg.underlying ?? params.underlying,
    expiry: leg.expiry ?? expiryFor(leg, form),
    lots: leg.lots ?? lots,
    ...protectionOf(leg, top, leg.lots ?? lots),
  }));
}

/** The underlyings of legs, each once, for messages. */
export function shownUnderlyings(legs: readonly Leg[]): string {
  return [...new Set(legs.map(({ underlying }) => underlying))].join(' and ');
}

/** A future has no weekly expiry: what a file says for its options is none for it. */
function expiryFor({ type }: LegForm, { expiry }: LegsBody): Leg['expiry'] {
  if (type !== 'FUT') return expiry;
  return expiry === 'next-monthly' ? expiry : 'monthly';
}

/** What the top of a file and its parameters say of every leg that does not say its own. */
type TopOfLegs = Pick<
  LegsBody,
  'trail' | 'momentum' | 'indexStop' | 'indexTarget' | 'onStop' | 'onTarget'
> & {
  readonly stop: DistanceForm | null;
  readonly target: DistanceForm | null;
};

type Protection = Omit<Leg, 'name' | 'form' | 'underlying' | 'expiry' | 'lots'>;

function protectionOf(leg: LegForm, top: TopOfLegs, lots: number): Protection {
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
  top: TopOfLegs,
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

function limitOf(distance: DistanceForm | null, lots: number): Distance | null {
  return distance === null ? null : ofLots(distance, lots);
}

function distanceOf(text: string | undefined): DistanceForm | null {
  return text === undefined ? null : distanceText.parse(text);
}

/** A key of the file that a configuration may override. It stays as it is written, so that people can read it. */
function parameter<Written extends string | number>(
  schema: z.ZodType<unknown, Written | undefined>,
  inFile: Written,
): z.ZodType<Written> {
  return z
    .unknown()
    .optional()
    .transform((found, context) => {
      if (found === undefined) return inFile;
      const read = schema.safeParse(found);
      // What the schema reads is what it says it takes in.
      if (read.success) return found as Written;
      context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? '' });
      return z.NEVER;
    });
}
