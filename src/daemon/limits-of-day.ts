import { isSameJson, type Json } from '../base/json.ts';
import { type EngineLimits } from '../engine/engine-limits.ts';
import { Engine } from '../engine/engine.ts';
import { createHost, plain } from '../loading/planned-run.ts';
import { programBuild } from '../loading/program-build.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { recoverDay } from '../recovery/recover-day.ts';
import { type Settings } from '../settings/settings.ts';
import { type BeginParts, type BegunDay } from './begin-day.ts';

/** Limits that a day is run with. */
export interface LimitsOfDay {
  readonly limits: Partial<EngineLimits>;
  /** Names of those that were changed since the day began and wait for another day. */
  readonly waiting: readonly string[];
}

/** Where a day may be under way. */
export interface DayUnderWay {
  readonly journal: Pick<ReadableJournal, 'dates' | 'entriesOf'>;
  readonly date: IstDate;
  /** One that has seen nothing. */
  readonly engineWith: (limits: Partial<EngineLimits>) => Engine;
}

/**
 * The limits of the rest of a day: those of the configuration, or, where the journal of the day cannot be followed with
 * them, those that it began with. Open positions must be exited, whatever was changed meanwhile.
 *
 * @throws {UnreadableJournal} where something is wrong with the journal
 */
export function limitsOfDay(wanted: Partial<EngineLimits>, day: DayUnderWay): LimitsOfDay {
  const recorded = recordedLimits(day);
  const found = plain(wanted) as Readonly<Record<string, Json>>;
  if (recorded === null || isSameJson(recorded, found) || canFollow(wanted, day)) {
    return { limits: wanted, waiting: [] };
  }
  const names = new Set([...Object.keys(recorded), ...Object.keys(found)]);
  const waiting = [...names]
    .filter((name) => !isSameJson(recorded[name] ?? null, found[name] ?? null))
    .map((name) => (name === 'accountProtections' ? 'protections' : name))
    .toSorted();
  return { limits: recorded, waiting };
}

/**
 * {@link limitsOfDay} with the limits of a configuration.
 *
 * @throws {UnreadableJournal} where something is wrong with the journal
 */
export function limitsKept(
  settings: Settings,
  { knowledge, venue, day, journal }: BeginParts & Pick<BegunDay, 'day'>,
): LimitsOfDay {
  const { mode, account } = settings;
  const { calendar } = knowledge;
  const common = { mode, account, brokerId: venue.brokerId, calendar, build: programBuild() };
  const wanted = limitsIn(settings, venue);
  const engineWith = (limits: LimitsOfDay['limits']): Engine => new Engine({ ...common, limits });
  return limitsOfDay(wanted, { journal, date: day.date, engineWith });
}

/** The limits of a configuration. */
export function limitsIn(
  { engine, accountProtections }: Settings,
  { callElementsMax }: Pick<BeginParts['venue'], 'callElementsMax'>,
): LimitsOfDay['limits'] {
  return { ...engine, accountProtections, batchElementsMax: callElementsMax };
}

/** Those of the first run: the day has no others. Null where no run has begun. */
function recordedLimits({
  journal,
  date,
}: DayUnderWay): (Partial<EngineLimits> & Readonly<Record<string, Json>>) | null {
  if (!journal.dates().includes(date)) return null;
  for (const entry of journal.entriesOf(date)) {
    if (entry.kind === 'run-described') return entry.about.config.limits;
  }
  return null;
}

/** Whether an engine with these limits makes of the day's events what the journal says that one made. No strategy's code runs. */
function canFollow(
  limits: Partial<EngineLimits>,
  { journal, date, engineWith }: DayUnderWay,
): boolean {
  const host = createHost(() => undefined);
  return recoverDay(journal.entriesOf(date), { engine: engineWith(limits), host }).ok;
}
