import { nearestWord } from '../base/nearest-word.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type PricingModel } from '../market/option-pricing/pricing-model.ts';

/** Parameters of modelled prices that a run may change, with the range that each makes sense in. */
export const PRICING_RANGES = {
  shareOfVix: [0.5, 1.5],
  premiumOverExpected: [0.5, 2],
  longRunShare: [0, 1],
  surpriseMax: [1, 100],
  reversionPerDay: [0, 1],
  termRise: [-0.5, 1],
  spotElasticity: [0, 15],
  moveKept: [0, 0.99],
  skew: [-0.5, 0.5],
  curvature: [0, 0.5],
  wing: [0.5, 10],
  overnightShare: [0, 0.9],
  rate: [0, 0.2],
  spreadShare: [0, 0.2],
  spreadPerDeviation: [0, 5],
} as const satisfies Partial<Readonly<Record<keyof PricingModel, readonly [number, number]>>>;

/** Parameters that were given, by name. */
export type GivenPricing = Partial<Record<keyof typeof PRICING_RANGES, number>>;

/**
 * Reads `skew=-0.08,wing=2.5`, and adds it to what was read before; refused are names and numbers that no model has, and a
 * name that is there twice.
 */
export function parsePricing(
  text: string,
  before: GivenPricing = {},
): Result<GivenPricing, readonly Problem[]> {
  const entries = new Map<string, number>(Object.entries(before));
  const slips: Problem[] = [];
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((piece) => piece.trim());
    const slip = entries.has(name) ? givenTwice(name, text) : slipOf(name, value);
    if (slip === null) entries.set(name, Number(value));
    else slips.push(slip);
  }
  return slips.length > 0 ? fail(slips) : ok(Object.fromEntries(entries));
}

/** What is wrong with a parameter; null where nothing is. */
function slipOf(name: string, value: string): Problem | null {
  const range = rangeOf(name);
  if (range === undefined) return unknown(name);
  const number = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
  return number >= range[0] && number <= range[1] ? null : outOfRange(name, value, range);
}

function rangeOf(name: string): readonly [number, number] | undefined {
  const ranges: Readonly<Record<string, readonly [number, number]>> = PRICING_RANGES;
  return Object.hasOwn(ranges, name) ? ranges[name] : undefined;
}

function unknown(found: string): Problem {
  const names = Object.keys(PRICING_RANGES);
  const about = { found, allowed: names.join(', '), nearest: nearestWord(found, names) };
  return problem('Unknown parameter of --pricing', about);
}

function givenTwice(name: string, found: string): Problem {
  return problem(`--pricing ${name} is given twice`, { found, allowed: `${name} once` });
}

function outOfRange(name: string, found: string, [min, max]: readonly [number, number]): Problem {
  const allowed = `a number from ${String(min)} to ${String(max)}`;
  return problem(`--pricing ${name} is out of range`, { found, allowed });
}
