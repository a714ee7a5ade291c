import { Settings } from 'luxon';

import { type World } from './world.ts';

/** By name: the zone is made when a strategy first asks for a date in it, which takes longer than many a run's whole start. */
const IST = 'Asia/Kolkata';

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
  Settings.defaultZone = IST;
  try {
    work();
  } finally {
    current = outer;
    Settings.defaultZone = outerZone;
    swapOutSchedulers();
  }
}
