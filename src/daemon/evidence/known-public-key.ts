import { existsSync } from 'node:fs';

import { type Settings } from '../../settings/settings.ts';
import { evidenceKey } from './evidence-key.ts';
import { evidenceKeyFileOf } from './evidence-place.ts';

/** The public key of the packs in a state directory; null where it has none, or none that can be used. */
export function knownPublicKey(settings: Pick<Settings, 'stateDirectory'>): string | null {
  const file = evidenceKeyFileOf(settings);
  const key = existsSync(file) ? evidenceKey(file) : null;
  return key?.ok === true ? key.value.publicKey : null;
}
