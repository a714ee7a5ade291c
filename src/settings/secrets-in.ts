import { Secret } from '../base/secret.ts';

/** Deeper is no setting. */
const DEPTH_MAX = 12;

/** Texts of every secret anywhere in settings, whatever section they are of: what no output may have. */
export function secretsIn(settings: unknown, depth = 0): readonly string[] {
  if (settings instanceof Secret) return [settings.reveal()];
  if (typeof settings !== 'object' || settings === null || depth >= DEPTH_MAX) return [];
  return Object.values(settings).flatMap((value) => secretsIn(value, depth + 1));
}
