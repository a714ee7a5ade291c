/** Mean of whole paise, nearest paisa, halves away from zero; null for none. */
export function roundedMean(sumPaise: number, count: number): number | null {
  if (count === 0) return null;
  const size = Math.abs(sumPaise);
  const rest = size % count;
  const rounded = (size - rest) / count + (2 * rest >= count ? 1 : 0);
  return sumPaise < 0 && rounded > 0 ? -rounded : rounded;
}
