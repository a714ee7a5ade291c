import { type Settings } from './settings.ts';

/** What is allowed and likely a slip, for people. */
export function settingsWarnings({
  mode,
  engine,
}: Pick<Settings, 'mode' | 'engine'>): readonly string[] {
  const { lotsPerRunMax = null, lotsMax = null } = engine;
  if (mode !== 'live' || lotsPerRunMax !== null || lotsMax !== null) return [];
  return [
    'Mode is live and nothing bounds how many lots are held: neither "risk.lotsPerRun" nor "risk.lotsOfAccount" is set',
  ];
}
