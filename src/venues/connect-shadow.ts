import { type Venue } from '../kernel/venue.ts';
import { type Connection, unconfigured } from './open-connection.ts';
import { createLocalPaperVenue, type LocalPaperOptions } from './paper-venue.ts';

/** What a shadow venue may use of a connection: what only reads. There is no member that could write. */
export type ReadOnlyConnection = Pick<Connection, 'contracts' | 'prices'>;

const SENDS_NOTHING = unconfigured('A shadow run starts no position at the platform');

/**
 * Composes what stands behind shadow runs: the contracts and prices that the live runs beside them read, and a paper book of
 * their own. Neither a session nor a transport is handed in, so nothing of theirs can reach a route that writes.
 */
export function connectShadow(
  { contracts, prices }: ReadOnlyConnection,
  options: Pick<LocalPaperOptions, 'name' | 'calendar' | 'seed'>,
): Venue {
  const positions = { start: SENDS_NOTHING };
  return createLocalPaperVenue({ ...options, contracts, prices, positions });
}
