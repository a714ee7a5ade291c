import { type IstDate } from '../../model/ist.ts';

/** Which dates prices may have where the tables begin on `first`, for people. */
export function knownFrom(first: IstDate): string {
  return `${first} or later: before it the calendar is not known`;
}
