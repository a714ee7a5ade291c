import { Settings } from 'luxon';

import { IST, setDefaultZone } from './ist-zone.ts';
import { type World } from './world.ts';

let current: World | null = null;

/** The world of the run whose code is running; null outside every run. */
export function currentWorld(): World | null {
  return current;
}

/** Runs code in a world: what the code asks of time, timers and randomness comes from it. What it throws is thrown. */
export function inWorld(world: World, work: () => void): void {
  if (current === world) {
    work();
    return;
  }
  const outer = current;
  const outerZone = Settings.defaultZone;
  const swapOutSchedulers = world.schedulers.swapIn();
  current = world;
  setDefaultZone(IST);
  try {
    work();
  } finally {
    current = outer;
    setDefaultZone(outerZone);
    swapOutSchedulers();
  }
}
