/** A year's return over the depth of the deepest drawdown, both of the capital; null without either. */
export function calmarOf(
  annualReturn: number | null,
  depthPaise: number,
  capitalPaise: number,
): number | null {
  if (annualReturn === null || depthPaise === 0) return null;
  return annualReturn / (depthPaise / capitalPaise);
}
