import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type Stage } from '../../model/runs/stage.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type DrivenDay, noteShadowStopped } from '../drive-day.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { openShadowJournal, ShadowDay, type ShadowParts } from './shadow-day.ts';
import { inPaperStages, runsBegun, splitStages } from './split-stages.ts';

/** The strategies of a day, each where its stage lets it run. */
export interface OpenedStages {
  /** Those of the day itself: on paper, or at the platform. */
  readonly strategies: readonly LoadedStrategy[];
  /** Those that run in shadow beside a live day; null where none does. */
  readonly shadow: ShadowDay | null;
  /** Why shadow runs do not run, for people; null where nothing keeps them from it. */
  readonly trouble: string | null;
}

/** Opens a day's stages. What is to run in shadow and cannot does not run at all. */
export function openStages(
  options: RunDayOptions,
  parts: ShadowParts & { readonly journal: ReadableJournal },
  stageOf: (name: string, loaded: LoadedStrategy) => Stage = configuredStage,
): OpenedStages {
  const { strategies, settings, flatten } = options;
  const alone = { shadow: null, trouble: null };
  if (settings.mode === 'paper') return { strategies: inPaperStages(strategies), ...alone };
  if (flatten !== undefined || !strategies.some(takesPart)) return { strategies, ...alone };
  const { date } = parts.day;
  let trouble: string | null = null;
  const kept = openShadowJournal(options, (detail) => {
    trouble = detail;
  });
  const begun = {
    live: runsBegun(parts.journal, date),
    shadow: kept === null ? new Set<string>() : runsBegun(kept.journal, date),
  };
  const { live, shadow } = splitStages(strategies, { stageOf, begun });
  if (kept === null) return { strategies: live, shadow: null, trouble };
  if (shadow.length === 0) {
    kept.journal.close();
    return { strategies: live, ...alone };
  }
  const made = new ShadowDay(options, shadow, { parts, journal: kept });
  return { strategies: live, shadow: made, trouble };
}

/** Starts the shadow runs beside the live ones, which go on without them where that fails. */
export function beginShadow(
  { shadow, trouble }: Pick<OpenedStages, 'shadow' | 'trouble'>,
  { trading, venue }: Pick<DrivenDay, 'trading' | 'venue'>,
): void {
  const why = trouble ?? shadow?.start() ?? null;
  if (why === null) return;
  shadow?.end();
  noteShadowStopped(trading, why, venue.time.clock.nowMs());
}

function takesPart({ stages = null }: LoadedStrategy): boolean {
  return stages !== null;
}

function configuredStage(_: string, { stages }: LoadedStrategy): Stage {
  return stages?.stage ?? 'full';
}
