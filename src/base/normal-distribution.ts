const SQRT_2PI = Math.sqrt(2 * Math.PI);
/** From here on the rational approximation loses its accuracy and a continued fraction takes over. */
const RATIONAL_MAX = 7.071_067_811_865_47;
/** Beyond it the tail is below the smallest number. */
const TAIL_MAX = 37;

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / SQRT_2PI;
}

/**
 * Probability that a standard normal variable is at most `x`, accurate to about 1e-15.
 *
 * Source: Hart's rational approximation as given by G. West, "Better approximations to cumulative normal functions", 2005.
 */
export function normalCumulative(x: number): number {
  const size = Math.abs(x);
  if (size > TAIL_MAX) return x > 0 ? 1 : 0;
  const bell = Math.exp(-0.5 * size * size);
  const tail = size < RATIONAL_MAX ? bell * rational(size) : bell * fraction(size);
  return x > 0 ? 1 - tail : tail;
}

function rational(x: number): number {
  const above =
    (((((3.526_249_659_989_11e-2 * x + 0.700_383_064_443_688) * x + 6.373_962_203_531_65) * x +
      33.912_866_078_383) *
      x +
      112.079_291_497_871) *
      x +
      221.213_596_169_931) *
      x +
    220.206_867_912_376;
  const below =
    ((((((8.838_834_764_831_84e-2 * x + 1.755_667_163_182_64) * x + 16.064_177_579_207) * x +
      86.780_732_202_946_1) *
      x +
      296.564_248_779_674) *
      x +
      637.333_633_378_831) *
      x +
      793.826_512_519_948) *
      x +
    440.413_735_824_752;
  return above / below;
}

function fraction(x: number): number {
  return 1 / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) / SQRT_2PI;
}

/**
 * The value that a standard normal variable stays below with probability `p`; `-Infinity` for 0, `Infinity` for 1.
 * Found by halving, as exact as {@link normalCumulative}.
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p <= 0) return -Infinity;
  let low = -TAIL_MAX;
  let high = 0;
  for (let middle = low / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (normalCumulative(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}
