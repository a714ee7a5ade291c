/** Longest length of an indicator, bars. */
export const INDICATOR_BARS_MAX = 500;
/** Largest multiplier of a band. */
export const MULTIPLIER_MAX = 100;

/** An indicator that cannot be. */
export class InvalidIndicator extends Error {
  override readonly name = 'InvalidIndicator';
}

/** @throws {InvalidIndicator} unless each length is whole, from `min` to {@link INDICATOR_BARS_MAX} */
export function checkLengths(name: string, lengths: readonly number[], min = 1): void {
  const wrong = lengths.find(
    (length) => !Number.isInteger(length) || length < min || length > INDICATOR_BARS_MAX,
  );
  if (wrong === undefined) return;
  throw new InvalidIndicator(
    `Cannot take ${name}(${lengths.join(', ')}): wanted whole lengths from ${String(min)} to ${String(INDICATOR_BARS_MAX)}, found ${String(wrong)}`,
  );
}

/** @throws {InvalidIndicator} unless it is above 0, to {@link MULTIPLIER_MAX} */
export function checkMultiplier(name: string, multiplier: number): void {
  if (multiplier > 0 && multiplier <= MULTIPLIER_MAX) return;
  throw new InvalidIndicator(
    `Cannot take ${name}: wanted a multiplier above 0, to ${String(MULTIPLIER_MAX)}, found ${String(multiplier)}`,
  );
}
