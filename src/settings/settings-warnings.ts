import { type Settings } from './settings.ts';

/** What is allowed and likely a slip, for people. */
export function settingsWarnings({
  mode,
  engine,
}: Pick<Settings, 'mode' | 'engine'>): readonly string[] {
  // What is not set has a default that bounds it.
  if (mode !== 'live' || engine.lotsPerRunMax !== null || engine.lotsMax !== null) return [];
  return [
    'Mode is live and nothing bounds how many lots are held: both "risk.lotsPerRun" and "risk.lotsOfAccount" are none',
  ];
}
