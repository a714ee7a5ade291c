import { nearestWord } from '../base/nearest-word.ts';
import { withNoShares } from '../model/share-like.ts';
import { alternatives } from './describe-issue.ts';
import { type Finding, shownText } from './finding.ts';
import { legsForm } from './schema/legs-form.ts';

/**
 * An underlying that reads well and that nobody trades: without this, its strategy would wait for a chain all day.
 *
 * @param known - what can be traded; undefined when that is not known
 */
export function checkUnderlying(
  written: unknown,
  known: readonly string[] | undefined,
): readonly Finding[] {
  // What is not even a symbol is told by the schema.
  const read = legsForm.shape.underlying.safeParse(written);
  if (!read.success || known === undefined || known.includes(read.data)) return [];
  const nearest = nearestWord(read.data, known);
  const parts = {
    found: shownText(read.data),
    allowed: alternatives(known),
    nearest,
    next: nearest === null ? null : `Write ${nearest}`,
  };
  return [
    { path: ['underlying'], message: withNoShares('Unknown underlying', read.data, known), parts },
  ];
}
