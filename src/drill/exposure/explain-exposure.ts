import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { runName } from '../../model/runs/run.ts';
import { faultId, type FiredFault } from '../faults/fault-switch.ts';
import { type Oracle } from '../oracle/oracle.ts';
import {
  type ExplainedSpan,
  type ExposureSpan,
  type StrategyExposure,
} from './strategy-exposure.ts';

interface Causes {
  readonly fired: readonly FiredFault[];
  readonly strategies: readonly LoadedStrategy[];
}

/** A fault matters for this long. */
const BEFORE_MS = 60_000;
const FAULTS_MAX = 4;
/** The machine's zone and the kind of day last all day, and explain nothing. */
const ALL_DAY: readonly string[] = ['F37', 'F38'];

/** What a day showed of its strategies, with the moment, the faults and the policies of each figure. */
export function explainExposure({ facts, violations }: Oracle, causes: Causes): StrategyExposure {
  const { nowMs } = facts.machine;
  const left = facts.truth.open();
  const [first = null] = left;
  const late = violations.filter(({ invariant }) => invariant === 'I7' || invariant === 'I32');
  return {
    naked: explained(facts.naked.longest(nowMs), causes),
    unstopped: explained(facts.stops.longest(nowMs), causes),
    positionsLeft: left.length,
    left: explained(first && { ...first, fromMs: facts.closeMs, untilMs: nowMs }, causes),
    missedExits: facts.missedExits + late.length,
  };
}

function explained(span: ExposureSpan | null, { fired, strategies }: Causes): ExplainedSpan | null {
  if (span === null) return null;
  const { runId, leg, fromMs, untilMs } = span;
  const faults = fired.filter(({ atMs, name }) => {
    return atMs >= fromMs - BEFORE_MS && atMs <= untilMs && !ALL_DAY.includes(name);
  });
  const name = runName(runId);
  const policies = strategies.find(({ strategy }) => strategy.name === name)?.policies ?? {};
  return {
    ...{ runId, leg, fromMs, untilMs },
    faults: [...new Set(faults.map(faultId))].slice(0, FAULTS_MAX),
    policies: Object.entries(policies).map(([key, value]) => {
      return `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    }),
  };
}
