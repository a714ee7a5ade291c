import { seededRandom } from '../../base/random.ts';
import { type Bar } from '../../simulator/market/bar.ts';

/** What takes the place of the prices after a cut. */
export type Replacement = 'flat' | 'reversed' | 'noise';

/** All of them, in the order in which cuts take turns. */
export const REPLACEMENTS: readonly Replacement[] = ['reversed', 'noise', 'flat'];

/** Most that a close of `noise` is off the one before, as a share: a violent minute, so that it cannot be overlooked. */
const NOISE_SHARE = 0.004;

/** Where nothing came before a cut, so many times the first price: that one is of later, too. */
const FIRST_LEVEL = 1.02;

/**
 * The same minutes up to a cut, and others from there on: at the last level (`flat`), with every move turned round
 * (`reversed`), or walking at random (`noise`). A minute belongs to the side on which it begins.
 */
export function replacedBars(
  bars: readonly Bar[],
  cutAtMs: number,
  { how, seed }: { readonly how: Replacement; readonly seed: string },
): readonly Bar[] {
  const first = bars.findIndex(({ startMs }) => startMs >= cutAtMs);
  if (first < 0) return bars;
  const kept = bars.slice(0, first);
  const after = bars.slice(first);
  const levelPaise = kept.at(-1)?.closePaise ?? (after[0]?.openPaise ?? 0) * FIRST_LEVEL;
  return [...kept, ...WAYS[how](after, levelPaise, seed)];
}

type Way = (bars: readonly Bar[], levelPaise: number, seed: string) => readonly Bar[];

const WAYS: Readonly<Record<Replacement, Way>> = {
  flat: (bars, levelPaise) => bars.map((bar) => barOf(bar, [levelPaise])),
  reversed: (bars, levelPaise) => {
    const mirrored = (paise: number): number => (levelPaise * levelPaise) / Math.max(1, paise);
    return bars.map((bar) => {
      const { openPaise, highPaise, lowPaise, closePaise } = bar;
      return barOf(bar, [openPaise, highPaise, lowPaise, closePaise].map(mirrored));
    });
  },
  noise: (bars, levelPaise, seed) => {
    const random = seededRandom(seed);
    const step = (paise: number): number => paise * (1 + NOISE_SHARE * (2 * random.next() - 1));
    let last = levelPaise;
    return bars.map((bar) => {
      const levels = [last, step(last), step(last), step(last)];
      last = levels.at(-1) ?? last;
      return barOf(bar, levels);
    });
  },
};

/** A bar that opens at the first of some levels, closes at the last and reaches the others. */
function barOf({ startMs, spreadPaise }: Bar, levels: readonly number[]): Bar {
  const paise = levels.map((level) => Math.max(1, Math.round(level)));
  return {
    startMs,
    openPaise: paise[0] ?? 1,
    highPaise: Math.max(...paise),
    lowPaise: Math.min(...paise),
    closePaise: paise.at(-1) ?? 1,
    ...(spreadPaise === undefined ? {} : { spreadPaise }),
  };
}
