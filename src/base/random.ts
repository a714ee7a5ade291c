/** A stream of numbers that is the same for the same seed, on every machine. */
export interface Random {
  /** Uniform in [0, 1), 32 bits of precision. */
  readonly next: () => number;
  /** Uniform integer in [0, limit). `limit` is 1 to 2^32. */
  readonly below: (limit: number) => number;
  /** Standard normal (mean 0, deviation 1). */
  readonly normal: () => number;
  /** An independent stream named by `label`; taking it does not advance this one. */
  readonly fork: (label: string) => Random;
}

/** FNV-1a, 32 bits: spreads labels and seeds; not for security. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Makes the stream of a seed. Algorithm: sfc32 (Chris Doty-Humphrey, PractRand), seeded through FNV-1a. */
export function seededRandom(seed: number | string): Random {
  const text = String(seed);
  let a = hash32(`${text}/a`);
  let b = hash32(`${text}/b`);
  let c = hash32(`${text}/c`);
  let counter = 1;
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) word();
  const next = (): number => word() / 0x1_0000_0000;
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    normal: () => {
      // Box-Muller; 1 - next() is in (0, 1], so the logarithm is finite.
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return radius * Math.cos(2 * Math.PI * next());
    },
    fork: (label) => seededRandom(`${text}/${label}`),
  };
}
