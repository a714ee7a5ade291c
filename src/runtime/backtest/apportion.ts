import { invariant } from '../../base/invariant.ts';

/**
 * Divides a whole amount by weights into whole parts that add up to it: each rounded down, and what is left goes one by
 * one to the largest remainders, the first of equals. Without any weight all goes to the first.
 */
export function apportion(amount: number, weights: readonly number[]): readonly number[] {
  invariant(Number.isSafeInteger(amount) && amount >= 0, 'Only whole amounts are divided');
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, place) => (place === 0 ? amount : 0));
  const shares = weights.map((weight) => {
    // Exact, as turnovers of a day times its costs go beyond what a number holds.
    const product = BigInt(amount) * BigInt(weight);
    return { whole: Number(product / BigInt(sum)), rest: Number(product % BigInt(sum)) };
  });
  const parts = shares.map(({ whole }) => whole);
  const left = amount - parts.reduce((total, part) => total + part, 0);
  const byRest = shares.map((_, place) => place).sort((a, b) => restOf(b) - restOf(a) || a - b);
  for (const place of byRest.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1;
  return parts;

  function restOf(place: number): number {
    return shares[place]?.rest ?? 0;
  }
}
