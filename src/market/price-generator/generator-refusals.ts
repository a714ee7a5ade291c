import { nearestWord } from '../../base/nearest-word.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { GENERATED_UNDERLYINGS } from './index-model.ts';

/** The first date that can be generated: every history begins here, so that a seed gives the same bars for good. */
export const HISTORY_START: IstDate = '2024-01-01';
/** Years of dates at a time, so that a slip of the pen does not fill the memory. */
const YEARS_MAX = 20;

/** What stands against generating these prices. */
export function generatorRefusals(asked: {
  readonly underlyings: readonly string[];
  readonly from: IstDate;
  readonly to: IstDate;
}): readonly Problem[] {
  const { underlyings, from, to } = asked;
  const refusals = underlyings
    .filter((underlying) => !GENERATED_UNDERLYINGS.includes(underlying))
    .map((underlying) =>
      problem(`Cannot generate prices of "${underlying}"`, {
        found: underlying,
        allowed: GENERATED_UNDERLYINGS.join(', '),
        nearest: nearestWord(underlying, GENERATED_UNDERLYINGS),
      }),
    );
  if (underlyings.length === 0) {
    refusals.push(
      problem('Cannot generate prices of no underlying', {
        allowed: GENERATED_UNDERLYINGS.join(', '),
      }),
    );
  }
  return [...refusals, ...dateRefusals(from, to)];
}

function dateRefusals(from: IstDate, to: IstDate): readonly Problem[] {
  if (from < HISTORY_START) {
    const allowed = `${HISTORY_START} or later: generated prices begin there`;
    return [problem('Cannot generate prices of so early a date', { found: from, allowed })];
  }
  if (to < from) {
    const found = `from ${from} to ${to}`;
    return [problem('The last date must not lie before the first', { found })];
  }
  if (to > addDays(from, YEARS_MAX * 366)) {
    const allowed = `${String(YEARS_MAX)} years at a time`;
    return [problem('Too many dates', { found: `from ${from} to ${to}`, allowed })];
  }
  return [];
}
