import { defined } from '../../base/json.ts';
import { invariant } from '../../base/invariant.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { codeless, type DescribedSource } from '../../loading/describing/described-strategy.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type PlannedRun } from '../../loading/planned-run.ts';
import { expectedSources } from '../open-run-sources.ts';

type RunReloaded = Extract<EngineEvent, { kind: 'run-reloaded' }>;

/** The source that takes over a run. */
export interface ReloadedRun
  extends
    Pick<RunReloaded, 'runId' | 'by' | 'changes'>,
    Pick<LoadedStrategy, 'sourceHash' | 'params' | 'imports'> {
  /** The inputs of its own that it declares. @default those that the one before declared */
  readonly sources?: readonly DescribedSource[];
}

/** The planned runs with one of them under another source, that run, and what the engine learns of it. */
export function withSource(
  planned: readonly PlannedRun[],
  { runId, by, changes, sources, ...source }: ReloadedRun,
): {
  readonly planned: readonly PlannedRun[];
  readonly run: PlannedRun;
  readonly event: Omit<RunReloaded, 'atMs'>;
} {
  const before = planned.find(({ header }) => header.runId === runId);
  invariant(before !== undefined, 'A run is reloaded that the day does not know');
  const { loaded } = before;
  const { strategy } = loaded;
  const { name, broker } = strategy;
  const declared =
    sources === undefined ? strategy : { ...codeless({ name, sources }), ...defined({ broker }) };
  const run = { ...before, loaded: { ...loaded, ...source, strategy: declared } };
  const { sourceHash } = source;
  const expected = sources === undefined ? {} : { sources: expectedSources(sources) };
  const hashes = { sourceHash, sourceHashBefore: loaded.sourceHash };
  return {
    planned: planned.map((one) => (one === before ? run : one)),
    run,
    event: { kind: 'run-reloaded', runId, by, ...hashes, changes, ...expected },
  };
}
