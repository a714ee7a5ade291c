import { nearestWord } from '../../base/nearest-word.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';

const EDGES: readonly StampEdge[] = ['start', 'end'];
const ALLOWED = 'start or end for all files, or FILE=start or FILE=end for one of them';

/** Reads `end` and `nifty.csv=start`: at most one edge for all files, and one for each file over it. */
export function givenStamps(
  asked: string | readonly string[],
  files: readonly string[],
): Result<GivenStamps, Problem> {
  const stampOf = new Map<string, StampEdge>();
  let stamp: StampEdge | undefined;
  for (const text of [asked].flat()) {
    // A path may have the sign itself: the last one counts.
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

/** The edge of its minute at which a bar is stamped. */
export type StampEdge = 'start' | 'end';

/** The stamp edge of a file, and how it is known. */
export interface FileStamp {
  readonly edge: StampEdge;
  /** `given` by the user; `detected` on most days of the file; that of the `others` where its own rows are inconclusive; `assumed`. */
  readonly from: 'given' | 'detected' | 'others' | 'assumed';
}

/** Stamp edges that the user gives. */
export interface GivenStamps {
  /** Of all files not in `stampOf`. @default detected */
  readonly stamp?: StampEdge;
  /** By path as it was given. */
  readonly stampOf?: ReadonlyMap<string, StampEdge>;
}

/** The edge given for a file; null where none is. */
export function stampGiven({ stamp, stampOf }: GivenStamps, path: string): StampEdge | null {
  return stampOf?.get(path) ?? stamp ?? null;
}
