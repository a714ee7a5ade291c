import { nearestWord } from '../../base/nearest-word.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type PricingModel } from '../../simulator/market/pricing/pricing-model.ts';

/** Parameters of modelled prices that a run may change, with the range that each makes sense in. */
export const PRICING_RANGES = {
  shareOfVix: [0.5, 1.5],
  premiumOverExpected: [0.5, 2],
  longRunShare: [0, 1],
  surpriseMax: [1, 100],
  reversionPerDay: [0, 1],
  termRise: [-0.5, 1],
  spotElasticity: [0, 15],
  skew: [-0.5, 0.5],
  curvature: [0, 0.5],
  wing: [0.5, 10],
  overnightShare: [0, 0.9],
  rate: [0, 0.2],
  spreadShare: [0, 0.2],
  spreadPerDeviation: [0, 5],
} as const satisfies Partial<Readonly<Record<keyof PricingModel, readonly [number, number]>>>;

/** Reads `skew=-0.08,wing=2.5`; refused are names and numbers that no model has. */
export function parsePricing(text: string): Result<Partial<PricingModel>, readonly Problem[]> {
  const entries: [string, number][] = [];
  const slips: Problem[] = [];
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((piece) => piece.trim());
    const range = rangeOf(name);
    const number = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
    if (range === undefined) slips.push(unknown(name));
    else if (number >= range[0] && number <= range[1]) entries.push([name, number]);
    else slips.push(outOfRange(name, value, range));
  }
  return slips.length > 0 ? fail(slips) : ok(Object.fromEntries(entries));
}

function rangeOf(name: string): readonly [number, number] | undefined {
  const ranges: Readonly<Record<string, readonly [number, number]>> = PRICING_RANGES;
  return Object.hasOwn(ranges, name) ? ranges[name] : undefined;
}

function unknown(found: string): Problem {
  const names = Object.keys(PRICING_RANGES);
  const allowed = names.join(', ');
  return problem('Unknown parameter of --pricing', {
    found,
    allowed,
    nearest: nearestWord(found, names),
  });
}

function outOfRange(name: string, found: string, [min, max]: readonly [number, number]): Problem {
  const allowed = `a number from ${String(min)} to ${String(max)}`;
  return problem(`--pricing ${name} is out of range`, { found, allowed });
}
