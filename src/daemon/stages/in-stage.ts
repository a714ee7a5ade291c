import { type LoadedStrategy } from '../../loading/load-strategy.ts';

/** A strategy whose run is held to its stage. */
export function inItsStage(loaded: LoadedStrategy): LoadedStrategy {
  const { stages = null, policies = {} } = loaded;
  return stages === null ? loaded : { ...loaded, policies: { ...policies, stage: stages.stage } };
}
