import { alternatives, type Finding, pathText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { isWholeLots } from '../../model/market/whole-lots.ts';
import { type IstDate } from '../../model/time/ist.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** A leg that says units, with the lots of its contracts. */
export interface LegInUnits {
  readonly name: string;
  readonly underlying: string;
  /** Units of an entry, the value that a configuration gives in place of the file's. */
  readonly units: number;
  /** Units of a lot of every expiry that is listed on the day, the nearest first. */
  readonly lotsUnits: readonly number[];
}

/** Units that are no whole lots on the day: nothing of an entry with that leg would be traded. */
export function unevenUnits(
  file: Mapping,
  legs: readonly LegInUnits[],
  date: IstDate,
): readonly Finding[] {
  const found = legs.flatMap((leg) => {
    const { name, units, lotsUnits, underlying } = leg;
    const [lotUnits = 1] = lotsUnits;
    if (isWholeLots(units, lotsUnits)) return [];
    const own = mappingOf(mappingOf(file['legs'])[name])['units'];
    const path = own === undefined ? ['units'] : ['legs', name, 'units'];
    const lots = alternatives([...new Set(lotsUnits)].map(String));
    const message = `"${pathText(path)}" is no whole number of lots, and its entry is not traded: a lot of ${underlying} is ${lots} units on ${date}`;
    const below = Math.max(1, Math.floor(units / lotUnits)) * lotUnits;
    const next = `Write ${String(below)} or ${String(below + lotUnits)}`;
    return [{ path, message, parts: { found: String(units), next } }];
  });
  return [...new Map(found.map((one) => [one.message, one])).values()];
}
