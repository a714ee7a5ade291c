/**
 * Shares `available` rows among sections that want `wanted` rows each: every section gets two (its title and a
 * line) before any gets more, then one row each in turn. None gets more than it wants.
 */
export function divideRows(wanted: readonly number[], available: number): number[] {
  const shares = wanted.map(() => 0);
  let left = Math.max(0, available);
  for (const [index, rows] of wanted.entries()) {
    const first = Math.min(2, rows);
    if (first > left) break;
    shares[index] = first;
    left -= first;
  }
  let hasGrown = true;
  while (left > 0 && hasGrown) {
    hasGrown = false;
    for (const [index, rows] of wanted.entries()) {
      const share = shares[index] ?? 0;
      if (left === 0 || share === 0 || share >= rows) continue;
      shares[index] = share + 1;
      left -= 1;
      hasGrown = true;
    }
  }
  return shares;
}
