import { createPaperPositions } from '../adapters/platform/webhooks/paper-positions.ts';
import {
  type ConnectedVenue,
  NO_ACCESS_TOKEN,
  openConnection,
  type PlatformAccess,
} from './open-connection.ts';
import { restrictToPaperRoutes } from './paper-routes.ts';
import { createLocalPaperVenue, type LocalPaperOptions } from './paper-venue.ts';

/** What a paper connection needs besides access. */
export interface PaperOptions extends Pick<LocalPaperOptions, 'name' | 'calendar' | 'seed'> {
  readonly access: PlatformAccess;
}

/**
 * Composes a paper run. Nothing that could place, modify, cancel or square off live is imported here, and what is
 * imported sends through the paper routes only.
 */
export function connectPaper({ access, ...options }: PaperOptions): ConnectedVenue {
  const connection = openConnection(access, restrictToPaperRoutes);
  const { transport, contracts, prices } = connection;
  const { profile, credentials } = access;
  const { accessToken: token } = credentials;
  const positions =
    token === null
      ? { start: NO_ACCESS_TOKEN }
      : createPaperPositions({ transport, profile, token });
  const venue = createLocalPaperVenue({ ...options, contracts, prices, positions });
  return { venue, connection };
}
