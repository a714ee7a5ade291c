import { type IstDate } from '../../../model/ist.ts';
import { type BarDay } from '../bar.ts';

/** What is to be said of days after those for which the calendar was checked; nothing where there are none. */
export function lateDates(
  indexes: Readonly<Record<string, readonly BarDay[]>>,
  verifiedThrough: IstDate,
): readonly string[] {
  const late = Object.values(indexes)
    .flat()
    .map(({ date }) => date)
    .filter((date) => date > verifiedThrough)
    .sort();
  const [first] = late;
  const last = late.at(-1);
  if (first === undefined || last === undefined) return [];
  const dates = first === last ? `The date ${first} lies` : `Dates from ${first} to ${last} lie`;
  return [
    `${dates} after ${verifiedThrough}, through which the calendar was checked: holidays and hours may be wrong`,
  ];
}
