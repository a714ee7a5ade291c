import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { nameRuns } from '../../loading/planned-run.ts';
import { type Stage } from '../../model/runs/stage.ts';
import { type BegunRuns } from './begun-runs.ts';

/** The strategies of a live day by what their orders go to. Those of both keep the names that they have together. */
export interface StagedStrategies {
  readonly live: readonly LoadedStrategy[];
  readonly shadow: readonly LoadedStrategy[];
}

/** What decides where a strategy runs today. */
export interface StagesToday {
  /** The stage in force of a strategy that takes part in stages. */
  readonly stageOf: (name: string, loaded: LoadedStrategy) => Stage;
  /** The runs that today already has at the platform, and in shadow. A run stays for the day where it began. */
  readonly begun: Readonly<Record<'live' | 'shadow', Pick<BegunRuns, 'has'>>>;
}

/** Splits the strategies of a live day. */
export function splitStages(
  strategies: readonly LoadedStrategy[],
  { stageOf, begun }: StagesToday,
): StagedStrategies {
  const names = nameRuns(strategies);
  const live: LoadedStrategy[] = [];
  const shadow: LoadedStrategy[] = [];
  for (const [place, loaded] of strategies.entries()) {
    const name = names[place] ?? loaded.strategy.name;
    const takesPart = (loaded.goal ?? null) !== null;
    const stage = takesPart ? stageOf(name, loaded) : 'full';
    const isShadow = !begun.live.has(name) && (begun.shadow.has(name) || stage === 'shadow');
    const staged = { ...loaded, runName: name };
    if (isShadow) shadow.push(withStage(staged, 'shadow'));
    // A run that has begun keeps the stage that is in its journal until the day ends.
    else live.push(takesPart ? withStage(staged, atPlatform(stage)) : staged);
  }
  return { live, shadow };
}

/** The strategies of a paper day: all run on paper, and those that are to be shadow are no different from the others. */
export function inPaperStages(strategies: readonly LoadedStrategy[]): readonly LoadedStrategy[] {
  return strategies.map((loaded) => {
    const stage = loaded.goal ?? 'full';
    return stage === 'one-lot' ? withStage(loaded, stage) : loaded;
  });
}

function atPlatform(stage: Stage): Stage {
  return stage === 'full' ? 'full' : 'one-lot';
}

function withStage(loaded: LoadedStrategy, stage: Stage): LoadedStrategy {
  return { ...loaded, policies: { ...loaded.policies, stage } };
}
