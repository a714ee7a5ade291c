import { Settings, type Zone } from 'luxon';

/** By name: the zone is made when a strategy first asks for a date in it, which takes longer than many a run's whole start. */
export const IST = 'Asia/Kolkata';

// Taken before strategies are loaded: from then on nothing else may set it.
const zone = Object.getOwnPropertyDescriptor(Settings, 'defaultZone');

/** Sets luxon's zone for dates of which none is said. */
export function setDefaultZone(to: string | Zone): void {
  zone?.set?.call(Settings, to);
}
