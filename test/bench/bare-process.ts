import { type MinuteBar } from '../../src/market/minute-bar.ts';
import { bareLoop } from './bare-loop.ts';
import { measurePasses } from './measure-passes.ts';
import { barWalk, DAYS } from './walked-bars.ts';

/** The floor in a process of its own, which loads nothing but RxJS. */
const DAY_MS = 86_400_000;
const walk = barWalk();
const days = Array.from({ length: DAYS }, (_, day): readonly MinuteBar[] => walk(day * DAY_MS));
await measurePasses(() => {
  const { crosses, timersFired, log } = bareLoop(days);
  return Promise.resolve({ crosses, timersFired, fills: log.length });
});
