/** The allowed word most like `found`, or null: within an edit distance, by default a third of its length, at least 1. */
export function nearestWord(
  found: string,
  allowed: readonly string[],
  limit = Math.max(1, Math.floor(found.length / 3)),
): string | null {
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const word of allowed) {
    const distance = editDistance(found.toLowerCase(), word.toLowerCase());
    if (distance < bestDistance) {
      best = word;
      bestDistance = distance;
    }
  }
  return best;
}

/** Optimal string alignment distance: insert, delete, replace, swap neighbours. */
function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  const table = Array.from({ length: (left.length + 1) * width }, (_, cell) =>
    cell < width ? cell : cell % width === 0 ? cell / width : 0,
  );
  const cost = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column < width; column += 1) {
      const replaced = cost(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const shifted = Math.min(cost(row - 1, column), cost(row, column - 1)) + 1;
      const swapped = isSwap(left, right, { row, column })
        ? cost(row - 2, column - 2) + 1
        : Infinity;
      table[row * width + column] = Math.min(replaced, shifted, swapped);
    }
  }
  return cost(left.length, right.length);
}

function isSwap(left: string, right: string, at: { row: number; column: number }): boolean {
  const { row, column } = at;
  if (row < 2 || column < 2) return false;
  return left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
}
