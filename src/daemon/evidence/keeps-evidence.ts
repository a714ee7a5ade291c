import { type Settings } from '../../settings/settings.ts';

/** Whether days of these settings leave a pack, where the program does not say otherwise: a daemon's do unless they are off. */
export function keepsEvidence({ evidence, mode }: Pick<Settings, 'evidence' | 'mode'>): boolean {
  return evidence === null ? mode === 'live' : evidence === 'on';
}

/** The same for a daemon: on a platform its days leave a pack unless they are off. */
export function daemonKeepsEvidence(
  settings: Pick<Settings, 'evidence' | 'mode' | 'venue'>,
): boolean {
  return (
    keepsEvidence(settings) || (settings.evidence === null && settings.venue.kind === 'platform')
  );
}
