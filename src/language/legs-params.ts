import { z } from 'zod';

import { type ClockTime } from '../model/ist.ts';
import { type Distance } from '../strategy/distance.ts';
import { parameter } from './parameter.ts';
import { distanceText } from './schema/distance-text.ts';
import { type LegForm, type LegsForm, legsForm } from './schema/legs-form.ts';

/** What a configuration may override of a legs form, in the words of the file. */
export interface LegsParams {
  readonly entry: ClockTime;
  readonly exit: ClockTime;
  readonly lots?: number | undefined;
  readonly stop?: string | undefined;
  readonly target?: string | undefined;
}

/** A leg with all that the file and the configuration say about it. */
export interface Leg {
  readonly name: string;
  readonly form: LegForm;
  readonly expiry: LegsForm['expiry'];
  readonly lots: number;
  readonly stop: Distance | null;
  readonly target: Distance | null;
  readonly trail: NonNullable<LegForm['trail']> | null;
}

/**
 * The parameters of a file, read as {@link LegsParams}: its times, and the defaults that some leg takes.
 *
 * @param written the file's keys as they are written
 */
export function legsParams(form: LegsForm, written: Readonly<Record<string, unknown>>): z.ZodType {
  const { shape } = legsForm;
  const takesLots = Object.values(form.legs).some(({ lots }) => lots === undefined);
  const always = {
    entry: parameter(shape.entry, form.entry),
    exit: parameter(shape.exit, form.exit),
  };
  const sometimes: Partial<Record<'lots' | 'stop' | 'target', z.ZodType>> = {
    ...(takesLots ? { lots: parameter(shape.lots, form.lots ?? 1) } : {}),
    ...(form.stop === undefined ? {} : { stop: parameter(shape.stop, String(written['stop'])) }),
    ...(form.target === undefined
      ? {}
      : { target: parameter(shape.target, String(written['target'])) }),
  };
  return z.strictObject({ ...always, ...sometimes }).refine(({ entry, exit }) => entry < exit, {
    path: ['exit'],
    error: 'The exit must come after the entry',
  });
}

/** The legs of a form under its parameters, in the order of the file. */
export function resolveLegs(form: LegsForm, params: LegsParams): readonly Leg[] {
  const stop = distanceOf(params.stop);
  const target = distanceOf(params.target);
  return Object.entries(form.legs).map(([name, leg]) => ({
    name,
    form: leg,
    expiry: leg.expiry ?? form.expiry,
    lots: leg.lots ?? params.lots ?? 1,
    stop: leg.stop ?? stop,
    target: leg.target ?? target,
    trail: leg.trail ?? form.trail ?? null,
  }));
}

function distanceOf(text: string | undefined): Distance | null {
  return text === undefined ? null : distanceText.parse(text);
}
