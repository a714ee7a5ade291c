import { soonAsProgram } from '../adapters/system/code-owner.ts';
import { asTurn } from '../adapters/system/turn-watch.ts';
import { sha256Hex } from '../base/hash.ts';
import { isSameJson, type Json, stableJson } from '../base/json.ts';
import { createRun, type RunOptions } from '../host/run.ts';
import { type Turn } from '../host/turn.ts';
import { type HostedRun } from '../kernel/hosted-run.ts';
import { type CarriedPosition } from '../model/orders/carried-over.ts';
import { type RunHeader, runNames } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type RunDescription } from '../ports/journal.ts';
import { type Divergence } from '../recovery/divergence.ts';
import { type History } from '../streams/warmup.ts';
import { type LoadedStrategy } from './load-strategy.ts';

/** A run that the configuration asks for. */
export interface PlannedRun {
  readonly header: RunHeader;
  readonly loaded: LoadedStrategy;
}

/** What the runs of a day have in common. */
export interface RunsTerms extends Omit<RunHeader, 'runId' | 'strategy'> {
  readonly strategies: readonly LoadedStrategy[];
}

/** The runs of a day in the order of the configuration. */
export function planRuns({ strategies, seed, ...common }: RunsTerms): readonly PlannedRun[] {
  const names = nameRuns(strategies);
  return strategies.map((loaded, place) => {
    const strategy = loaded.strategy.name;
    const name = names[place] ?? strategy;
    const { date, mode } = common;
    const runId = `${name}@${date}/${mode}`;
    return { loaded, header: { ...common, runId, strategy, seed: `${seed}/${name}/${date}` } };
  });
}

/** What a run finds of the days before it. */
export interface RunLegacy {
  readonly store: Readonly<Record<string, Json>>;
  readonly carried: readonly CarriedPosition[];
}

/** Makes a run that has not begun, and whose code is known to be its own in all of its turns. */
export function makeRun(
  { header, loaded }: PlannedRun,
  day: CalendarDay,
  legacy: RunLegacy & Pick<RunOptions, 'prices'> & { readonly history?: History },
): HostedRun {
  const { strategy, params } = loaded;
  return marked(createRun({ strategy, params, header, day, ...legacy }));
}

/** Whatever its code leaves behind, throws later or takes too long for is known to be the run's. */
function marked(run: HostedRun): HostedRun {
  const { header } = run;
  const own = <Made extends Turn>(turn: () => Made): Made => asTurn(header.runId, turn);
  const { passBefore } = run;
  return {
    header,
    start: (atMs) => own(() => run.start(atMs)),
    deliver: (input) => own(() => run.deliver(input)),
    advanceTo: (atMs) => own(() => run.advanceTo(atMs)),
    passGap: (atMs) => own(() => run.passGap(atMs)),
    ...(passBefore === undefined
      ? {}
      : { passBefore: (untilMs) => own(() => passBefore.call(run, untilMs)) }),
    fail: (reason) => own(() => run.fail(reason)),
    nextTimerMs: () => run.nextTimerMs(),
    nextPriceMs: () => run.nextPriceMs(),
    whenOutside: (listener) => {
      run.whenOutside((reason) => {
        // Not before the code that did it has returned: it may be in the turn of another run.
        soonAsProgram(() => {
          listener(reason);
        });
      });
    },
    stop: () => {
      run.stop();
    },
  };
}

/** What a run is made of, for the journal. `config` is all of the configuration that bears on it. */
export function describeRun(
  { loaded }: PlannedRun,
  rest: Pick<RunDescription, 'store' | 'calendarVersion' | 'build'> & { readonly config: unknown },
): RunDescription {
  // The settings are plain data under these names; the types only say more than JSON does.
  const config = plain(rest.config) as unknown as RunDescription['config'];
  return {
    ...rest,
    config,
    path: loaded.path,
    sourceHash: loaded.sourceHash,
    configHash: sha256Hex(stableJson(plain(rest.config))),
    params: plain(loaded.params),
    ...(loaded.given === undefined ? {} : { given: loaded.given }),
  };
}

/** Makes a run of the journal again, and says up front why it cannot be the same. */
export function remakeRun(
  recorded: {
    readonly header: RunHeader;
    readonly about: RunDescription | null;
    readonly carried: RunLegacy['carried'];
  },
  planned: readonly PlannedRun[],
  day: CalendarDay,
): { readonly run: HostedRun | null; readonly divergence: Divergence | null } {
  const { header, about, carried } = recorded;
  const plan = planned.find((one) => one.header.runId === header.runId);
  if (plan === undefined) return { run: null, divergence: notPlanned(header) };
  const legacy = { store: about?.store ?? {}, carried };
  const run = makeRun({ header, loaded: plan.loaded }, day, legacy);
  const detail = about === null ? null : changedParams(about, plan.loaded);
  if (detail === null) return { run, divergence: null };
  return { run, divergence: { kind: 'run', detail: `${detail} since it started` } };
}

/**
 * Says why a run is not what the operator adopted. What it did before cannot be held against the journal, so another
 * source is a reason even if it would decide the same.
 */
export function changedSinceAdopted(
  header: RunHeader,
  adopted: RunDescription,
  planned: readonly PlannedRun[],
): Divergence | null {
  const plan = planned.find((one) => one.header.runId === header.runId);
  if (plan === undefined) return notPlanned(header);
  const isSameSource = plan.loaded.sourceHash === adopted.sourceHash;
  const detail =
    changedParams(adopted, plan.loaded) ?? (isSameSource ? null : 'Its source was changed');
  return detail === null ? null : { kind: 'run', detail: `${detail} since it was adopted` };
}

/** A run of the journal whose code must not run. */
export function quarantinedRun(detail: string): ReturnType<typeof remakeRun> {
  return { run: null, divergence: { kind: 'run', detail, isQuarantined: true } };
}

function notPlanned({ strategy }: RunHeader): Divergence {
  const detail = `Its strategy "${strategy}" is not among those that are to run any more`;
  return { kind: 'run', detail };
}

function changedParams(
  { params: recorded }: RunDescription,
  loaded: LoadedStrategy,
): string | null {
  const found = plain(loaded.params);
  if (isSameJson(recorded, found)) return null;
  return `Its parameters were changed (recorded ${stableJson(recorded)}, found ${stableJson(found)})`;
}

/** A value as the journal can keep it. */
export function plain(value: unknown): Json {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as Json);
}

/**
 * What the runs of strategies are called, in the order of the configuration: `straddle`, and `straddle#2` for the
 * second of that name, which has other parameters. So they are told apart in run ids, results and stores.
 */
export function nameRuns(
  strategies: readonly { readonly strategy: Pick<LoadedStrategy['strategy'], 'name'> }[],
): readonly string[] {
  return runNames(strategies.map(({ strategy }) => strategy.name));
}
