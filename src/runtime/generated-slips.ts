import { type Problem } from '../base/problem.ts';
import { type IstDate } from '../model/ist.ts';
import { generatorRefusals } from '../simulator/market/regimes/generator-refusals.ts';
import { parseGenerate } from '../simulator/market/regimes/parse-generate.ts';

/** What is wrong with what the user writes of prices to be made. Underlyings that a strategy names are not looked at. */
export function generatedSlips({
  generate,
  underlying,
  from,
  to,
}: {
  readonly generate: string;
  readonly underlying?: string | undefined;
  readonly from: IstDate;
  readonly to: IstDate;
}): readonly Problem[] {
  const request = parseGenerate(generate);
  if (!request.ok) return [request.error];
  return generatorRefusals({ underlyings: [underlying ?? 'NIFTY'], from, to });
}
