import { nearestWord } from '../base/nearest-word.ts';
import { alternatives, type Finding, type Path, shownText } from '../text/finding.ts';

/** A leg that is named and not in the file; what is no text at all, the schema refuses. */
export function checkLegName(
  written: unknown,
  path: Path,
  legs: readonly string[],
): readonly Finding[] {
  if (typeof written !== 'string' || legs.includes(written)) return [];
  const nearest = nearestWord(written, legs);
  const allowed = legs.length === 0 ? 'nothing: the file has no legs' : alternatives(legs);
  const next = nearest === null ? null : `Write ${nearest}`;
  const parts = { found: shownText(written), allowed, nearest, next };
  return [{ path, message: 'No such leg', parts }];
}

/** The same for a list of legs. */
export function checkLegNames(
  written: unknown,
  path: Path,
  legs: readonly string[],
): readonly Finding[] {
  if (!Array.isArray(written)) return [];
  return written.flatMap((leg, index) => checkLegName(leg, [...path, index], legs));
}
