import { nearestWord } from '../../../../base/nearest-word.ts';
import { problem, type Problem } from '../../../../base/problem.ts';
import { fail, ok, type Result } from '../../../../base/result.ts';
import { type GivenStamps, type StampEdge } from './stamp-edge.ts';

const EDGES: readonly StampEdge[] = ['start', 'end'];
const ALLOWED = 'start or end for all files, or FILE=start or FILE=end for one of them';

/** Reads `end` and `nifty.csv=start`: one edge for all files at most, and one for each file over it. */
export function givenStamps(
  asked: string | readonly string[],
  files: readonly string[],
): Result<GivenStamps, Problem> {
  const stampOf = new Map<string, StampEdge>();
  let stamp: StampEdge | undefined;
  for (const text of [asked].flat()) {
    // A path may hold the sign itself: the last one counts.
    const at = text.lastIndexOf('=');
    const file = text.slice(0, Math.max(0, at));
    const edge = EDGES.find((known) => known === text.slice(at + 1));
    if (edge === undefined) return refused(text, ALLOWED, nearestWord(text.slice(at + 1), EDGES));
    if (at === -1) {
      if (stamp !== undefined && stamp !== edge) {
        return refused(text, `one edge for all files, and ${stamp} was given before`, null);
      }
      stamp = edge;
      continue;
    }
    if (!files.includes(file)) return refused(text, files.join(', '), nearestWord(file, files));
    const before = stampOf.get(file) ?? edge;
    if (before !== edge) {
      return refused(text, `one edge for a file, and ${before} was given before`, null);
    }
    stampOf.set(file, edge);
  }
  return ok({ ...(stamp === undefined ? {} : { stamp }), stampOf });
}

function refused(
  text: string,
  allowed: string,
  nearest: string | null,
): { readonly ok: false; readonly error: Problem } {
  const parts = { found: `"${text}"`, allowed, nearest };
  return fail(problem('Cannot tell which edge bars are stamped at', parts));
}
