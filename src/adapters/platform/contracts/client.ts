import { type TransportResult } from '../../../ports/transport.ts';
import { type Session } from '../../shared/session.ts';

/** Asks the contracts host for the contracts of one underlying. */
export function getContracts(session: Session, underlying: string): Promise<TransportResult> {
  const query = new URLSearchParams({ underlying });
  return session.send(
    {
      role: 'prices',
      method: 'GET',
      path: `/contracts?${query.toString()}`,
      headers: { accept: 'application/json' },
      body: null,
    },
    'read',
  );
}
