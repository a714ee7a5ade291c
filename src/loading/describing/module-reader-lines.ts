import { isRecord, isSameJson, type Json, parsedJson } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { NO_PROTECTIONS } from '../../model/runs/run-policies.ts';
import { type TrialAnswer, type TrialTask } from '../trial/run-trial.ts';
import { type DescribedStrategy } from './described-strategy.ts';

/** What a process for strategies hears before any of them runs, one line each, the next when the last is answered. */
export type ToldReader =
  /** Always the first: whether it has started. */
  | { readonly hello: true }
  | { readonly describe: { readonly path: string; readonly given: Readonly<Record<string, Json>> } }
  | { readonly try: TrialTask };

/** Its answers, one line each. */
export type SaidReader =
  | { readonly ready: true }
  | { readonly described: DescribedStrategy }
  | { readonly unusable: readonly Problem[] }
  | { readonly tried: TrialAnswer };

/** What a line says; null when it is none of ours, as when a strategy wrote into the pipe. */
export function readerSays(line: string): SaidReader | null {
  const said = parsedJson(line);
  return isRecord(said) && isSaid(said) ? (said as unknown as SaidReader) : null;
}

function isSaid({ ready, described, unusable, tried }: Readonly<Record<string, unknown>>): boolean {
  if (ready === true || Array.isArray(unusable)) return true;
  if (isRecord(tried)) return typeof tried['kind'] === 'string';
  if (!isRecord(described) || typeof described['name'] !== 'string') return false;
  return (
    areSources(described) &&
    areProtections(described['protections']) &&
    isBroker(described['broker'])
  );
}

/** Code of an author shares the pipe: what is no limit must not get to the engine as one. */
function areProtections(of: unknown): boolean {
  if (of === undefined) return true;
  if (!isRecord(of)) return false;
  const { then, ...limits } = NO_PROTECTIONS;
  const isLimit = (value: unknown): boolean =>
    value === null || (Number.isSafeInteger(value) && Number(value) >= 0);
  const { then: consequences, ...given } = of;
  return (
    isSameJson(consequences, then) &&
    Object.keys(given).every((key) => Object.hasOwn(limits, key)) &&
    Object.keys(limits).every((key) => isLimit(given[key]))
  );
}

/** A name alone: what it stands for is up to the configuration. */
function isBroker(of: unknown): boolean {
  return of === undefined || (isRecord(of) && typeof of['name'] === 'string');
}

function areSources({ sources, sourceHash }: Readonly<Record<string, unknown>>): boolean {
  if (!Array.isArray(sources) || typeof sourceHash !== 'string') return false;
  return sources.every((of) => isRecord(of) && typeof of['name'] === 'string');
}
