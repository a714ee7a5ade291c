import { isRecord, isSameJson, type Json } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { applyParams } from '../../loading/apply-params.ts';
import { type StrategySource } from '../../loading/load-strategy.ts';
import { plain } from '../../loading/planned-run.ts';
import { type RunDescription } from '../../ports/journal.ts';
import { type Strategy } from '../../strategy/define-strategy.ts';

type Params = Readonly<Record<string, Json>>;

/** A parameter of a replay that is not what was recorded, or not what the file says. Null: there is none. */
export interface ReplayedParam {
  readonly name: string;
  readonly recorded: Json;
  /** What the replay uses. */
  readonly now: Json;
  /** The file's own value. */
  readonly file: Json;
}

/** What a strategy runs with in the place of a recorded one. */
export interface ReplayedParams {
  readonly params: unknown;
  /** What is worth telling of them. */
  readonly parameters: readonly ReplayedParam[];
}

/**
 * The file's own values; over them what the recorded run was given, as a run with the same configuration would be; over
 * both what is asked for now.
 */
export function replayedParams(
  source: StrategySource,
  about: Pick<RunDescription, 'params' | 'given' | 'sourceHash'>,
  asked: Params,
): Result<ReplayedParams, readonly Problem[]> {
  const { strategy, path } = source;
  const recorded = recordOf(about.params);
  const needed = withoutDefault(strategy, recorded);
  const given = { ...(about.given ?? presumablyGiven(source, about)), ...asked };
  const applied = applyParams(strategy, { ...needed, ...given }, path);
  if (!applied.ok) return applied;
  const own = applyParams(strategy, needed, path);
  const now = recordOf(plain(applied.value));
  const file = own.ok ? recordOf(plain(own.value)) : now;
  return ok({ params: applied.value, parameters: toldOf({ recorded, now, file }) });
}

/** An older journal does not say what was given: of the same file its parameters hold, of another they may be its own. */
function presumablyGiven(
  { sourceHash }: StrategySource,
  about: Pick<RunDescription, 'params' | 'sourceHash'>,
): Params {
  return about.sourceHash === sourceHash ? recordOf(about.params) : {};
}

/** The recorded values of parameters for which the file has none. */
function withoutDefault({ params }: Strategy, recorded: Params): Params {
  const parsed = params.safeParse({});
  if (parsed.success) return {};
  const names = new Set(parsed.error.issues.map(({ path: [name] }) => String(name)));
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => names.has(name)));
}

function toldOf(of: Readonly<Record<'recorded' | 'now' | 'file', Params>>): ReplayedParam[] {
  const names = new Set(Object.values(of).flatMap((params) => Object.keys(params)));
  return [...names]
    .map((name) => ({
      name,
      recorded: of.recorded[name] ?? null,
      now: of.now[name] ?? null,
      file: of.file[name] ?? null,
    }))
    .filter(({ recorded, now, file }) => !isSameJson(recorded, now) || !isSameJson(file, now));
}

function recordOf(params: Json): Params {
  return isRecord(params) ? params : {};
}
