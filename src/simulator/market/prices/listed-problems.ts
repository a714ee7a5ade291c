import { isOfWholeFile, type PriceProblem, type PriceProblemKind } from './price-problem.ts';

/**
 * As many problems as there is room for, in their order: all of whole files, then of each kind its first ones. No kind
 * crowds out another: what one does not need is shared by the others.
 */
export function listedProblems(
  problems: readonly PriceProblem[],
  room: number,
): readonly PriceProblem[] {
  if (problems.length <= room) return problems;
  const counts = new Map<PriceProblemKind, number>();
  for (const { kind } of problems) {
    if (!isOfWholeFile(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const ofFiles = problems.filter(({ kind }) => isOfWholeFile(kind)).length;
  const left = shares(counts, Math.max(0, room - ofFiles));
  return problems.filter(({ kind }) => {
    if (isOfWholeFile(kind)) return true;
    const share = left.get(kind) ?? 0;
    left.set(kind, share - 1);
    return share > 0;
  });
}

/** How many of each kind: the rarest first, so that what they leave goes to the others. */
function shares(
  counts: ReadonlyMap<PriceProblemKind, number>,
  room: number,
): Map<PriceProblemKind, number> {
  const given = new Map<PriceProblemKind, number>();
  let left = room;
  for (const [kind, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    const share = Math.min(count, Math.floor(left / (counts.size - given.size)));
    given.set(kind, share);
    left -= share;
  }
  return given;
}
