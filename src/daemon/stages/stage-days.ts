import { type EngineView } from '../../engine/engine-view.ts';
import { runName } from '../../model/runs/run.ts';
import { type Stage } from '../../model/runs/stage.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ToldNotice } from '../../notices/told-notice.ts';
import { type StageRecord } from './stage-ledger.ts';
import { type StagedStrategy } from './stages-today.ts';

/** A day at the platform, or in shadow, that has come to its own end. */
export interface EndedStageDay {
  readonly date: IstDate;
  readonly books: Pick<EngineView, 'runs' | 'intents'>;
  readonly problems: readonly ToldNotice[];
  /** Why it proves nothing of any run, for people; null where it may. */
  readonly why: string | null;
  /** Why a run was lowered on it; null where it was not. */
  readonly whyLowered: (runId: string) => string | null;
}

/** What a day says of strategies: at which stage it ran each, and whether it counts. */
export function stageDays(
  strategies: readonly StagedStrategy[],
  ended: EndedStageDay,
  stageOf: (strategy: StagedStrategy) => Stage,
): readonly StageRecord[] {
  return strategies.map((strategy): StageRecord => {
    const run = ended.books.runs.find(({ runId }) => runName(runId) === strategy.name);
    const fills = run === undefined ? 0 : fillsOf(run.runId, ended.books);
    const own = { ...strategy.code, date: ended.date, stage: stageOf(strategy), fills };
    return { kind: 'day', ...own, why: whyNotClean(run, fills, ended) };
  });
}

function fillsOf(runId: string, { intents }: EndedStageDay['books']): number {
  return intents.filter((of) => of.runId === runId && of.filledUnits > 0).length;
}

function whyNotClean(
  run: EngineView['runs'][number] | undefined,
  fills: number,
  ended: EndedStageDay,
): string | null {
  if (ended.why !== null) return ended.why;
  if (run === undefined) return 'its run was not there';
  const { runId, state } = run;
  if (state !== 'running' && state !== 'completed') return `its run was ${state}`;
  const lowered = ended.whyLowered(runId);
  if (lowered !== null) return lowered;
  const isLocked = ended.problems.some((of) => of.code === 'entries-locked' && of.runId === runId);
  if (isLocked) return 'a limit locked its entries';
  return fills === 0 ? 'none of its orders filled' : null;
}
