import { type Settings } from './settings.ts';

/** Five years: records of trades are to be kept for that long. */
const AUDIT_DAYS = 1826;

/** What is allowed and likely a slip, for people. */
export function settingsWarnings({
  mode,
  engine,
  journalKeepDays,
}: Pick<Settings, 'mode' | 'engine' | 'journalKeepDays'>): readonly string[] {
  if (mode !== 'live') return [];
  // What is not set has a default that bounds it.
  const isUnbounded = engine.lotsPerRunMax === null && engine.lotsMax === null;
  return [
    ...(isUnbounded
      ? [
          'Mode is live and nothing bounds how many lots are held: both "risk.lotsPerRun" and "risk.lotsOfAccount" are none',
        ]
      : []),
    ...(journalKeepDays < AUDIT_DAYS
      ? [
          `Mode is live and "journal.keepDays" is ${String(journalKeepDays)}: days older than that are removed, and records of trades are to be kept for five years. Archive them first: sauda journal JOURNAL --copy FILE`,
        ]
      : []),
  ];
}
