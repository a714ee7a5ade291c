/**
 * Shares `available` rows among sections that want `wanted` rows each: every section gets two (its title and a
 * line) before any gets more, then those that need more get it, then one row each in turn. None gets more than it wants.
 */
export function divideRows(
  wanted: readonly number[],
  available: number,
  needed: readonly number[] = [],
): number[] {
  const rows: Rows = { wanted, shares: wanted.map(() => 0), left: Math.max(0, available) };
  giveFirst(rows);
  giveNeeded(rows, needed);
  while (rows.left > 0 && giveOneEach(rows));
  return rows.shares;
}

interface Rows {
  readonly wanted: readonly number[];
  readonly shares: number[];
  left: number;
}

function give(rows: Rows, index: number, count: number): void {
  rows.shares[index] = (rows.shares[index] ?? 0) + count;
  rows.left -= count;
}

function giveFirst(rows: Rows): void {
  for (const [index, of] of rows.wanted.entries()) {
    const first = Math.min(2, of);
    if (first > rows.left) return;
    give(rows, index, first);
  }
}

function giveNeeded(rows: Rows, needed: readonly number[]): void {
  for (const [index, of] of rows.wanted.entries()) {
    const share = rows.shares[index] ?? 0;
    const more = Math.min(rows.left, Math.min(of, needed[index] ?? 0) - share);
    if (share > 0 && more > 0) give(rows, index, more);
  }
}

/** One row to each that has some and wants more; false when there is none. */
function giveOneEach(rows: Rows): boolean {
  const growing = [...rows.wanted.keys()].filter((index) => {
    const share = rows.shares[index] ?? 0;
    return share > 0 && share < (rows.wanted[index] ?? 0);
  });
  for (const index of growing.slice(0, rows.left)) give(rows, index, 1);
  return growing.length > 0;
}
