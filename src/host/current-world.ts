import { Settings, type Zone } from 'luxon';

import { setRunUnderWay } from '../strategy/run-under-way.ts';
import { emptySchedulers, type World } from './world.ts';

let current: World | null = null;
/** Luxon's zone outside of all worlds, while one is current. */
let zoneOutside: Zone | null = null;

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
  if (outer === null) zoneOutside = outerZone;
  const swapOutSchedulers = world.schedulers.swapIn();
  current = world;
  setRunUnderWay(world);
  setDefaultZone(IST);
  try {
    work();
  } finally {
    current = outer;
    setRunUnderWay(outer);
    setDefaultZone(outerZone);
    swapOutSchedulers();
  }
}

/** Leaves the current world though its code never returned: it was interrupted. What it had scheduled is forgotten. */
export function leaveInterruptedWorld(): void {
  if (current === null) return;
  current = null;
  setRunUnderWay(null);
  if (zoneOutside !== null) setDefaultZone(zoneOutside);
  emptySchedulers();
}

/** By name: the zone is made when a strategy first asks for a date in it, which takes longer than many a run's whole start. */
export const IST = 'Asia/Kolkata';

// Taken before strategies are loaded: from then on nothing else may set it.
const zone = Object.getOwnPropertyDescriptor(Settings, 'defaultZone');

/** Sets luxon's zone for dates without one. */
function setDefaultZone(to: string | Zone): void {
  zone?.set?.call(Settings, to);
}
