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
  readonly nowMs: number;
  readonly strategies: readonly LoadedStrategy[];
}

/** A fault matters for this long. */
const BEFORE_MS = 60_000;
const FAULTS_MAX = 4;

/** What a day showed of its strategies, with the moment, the faults and the policies of each figure. */
export function explainExposure({ facts, violations }: Oracle, causes: Causes): StrategyExposure {
  const { nowMs } = causes;
  const left = [...facts.truth.holdings.values()].filter(({ netUnits, symbol }) => {
    return netUnits !== 0 && !facts.truth.meddledSymbols.has(symbol);
  });
  const [first] = left;
  const closeMs = facts.plan.day.sessions.at(-1)?.endMs ?? nowMs;
  const naked = facts.naked.longest(nowMs);
  const unstopped = facts.stops.longest(nowMs);
  const isLate = (name: string): boolean => name === 'I7' || name === 'I32';
  return {
    naked: naked === null ? null : explained(naked, causes),
    unstopped: unstopped === null ? null : explained(unstopped, causes),
    positionsLeft: left.length,
    left:
      first === undefined ? null : explained({ ...first, fromMs: closeMs, untilMs: nowMs }, causes),
    missedExits:
      facts.missedExits.count + violations.filter(({ invariant }) => isLate(invariant)).length,
  };
}

function explained({ runId, leg, fromMs, untilMs }: ExposureSpan, causes: Causes): ExplainedSpan {
  const faults = causes.fired.filter((fault) => {
    return fault.atMs >= fromMs - BEFORE_MS && fault.atMs <= untilMs && isOfAMoment(fault.name);
  });
  return {
    ...{ runId, leg, fromMs, untilMs },
    faults: [...new Set(faults.map(faultId))].slice(0, FAULTS_MAX),
    policies: policiesOf(runId, causes.strategies),
  };
}

/** The machine's zone and the kind of day last all day, and explain nothing. */
function isOfAMoment(name: string): boolean {
  return name !== 'F37' && name !== 'F38';
}

function policiesOf(runId: string, strategies: readonly LoadedStrategy[]): readonly string[] {
  const name = runName(runId);
  const policies = strategies.find(({ strategy }) => strategy.name === name)?.policies ?? {};
  return Object.entries(policies).map(([key, value]) => {
    return `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
}
