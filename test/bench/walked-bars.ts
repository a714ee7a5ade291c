import { type MinuteBar } from '../../src/market/minute-bar.ts';

/** Days of bars: some 100,000. */
export const DAYS = 267;
export const PASSES = 5;
export const BARS_PER_DAY = 375;
const MINUTE_MS = 60_000;
const MEAN_PAISE = 2_200_000;
const TICK_PAISE = 5;
const WALK = 400;

/** Gives the minute bars of one day after the other, of a random walk of an index: the same for whoever asks. */
export function barWalk(): (openMs: number) => readonly MinuteBar[] {
  let levelPaise = MEAN_PAISE;
  let word = 1;
  const step = (): number => {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round((word / 0x1_0000_0000 - 0.5) * WALK);
  };
  return (openMs) =>
    Array.from({ length: BARS_PER_DAY }, (_, minute) => {
      const openPaise = levelPaise;
      // Back to where it began: a walk of so many days would end anywhere.
      const back = Math.round((MEAN_PAISE - levelPaise) / 200_000);
      levelPaise += (step() + back) * TICK_PAISE;
      return {
        startMs: openMs + minute * MINUTE_MS,
        openPaise,
        highPaise: Math.max(openPaise, levelPaise) + TICK_PAISE,
        lowPaise: Math.min(openPaise, levelPaise) - TICK_PAISE,
        closePaise: levelPaise,
      };
    });
}
