import { areOnLoopback } from '../base/loopback.ts';
import { type Settings } from '../settings/settings.ts';

/** What sets the time of the day that is to be run, where anything does. */
export function clockHint(venue: Settings['venue']): string {
  if (venue.kind === 'simulator') {
    return '; set "simulator.at" (or --at) to simulate another day';
  }
  return areOnLoopback(Object.values(venue.hosts))
    ? '; if the hosts are a simulator\'s, say what time it is there: "simulator.at" (or --at)'
    : '';
}
