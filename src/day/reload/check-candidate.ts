import { monotonicMs, yieldToMachine } from '../../adapters/system/machine-time.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Json } from '../../base/json.ts';
import { type CandidateReplay } from '../../loading/candidate/candidate-lines.ts';
import {
  type CandidateDeadlines,
  type CandidateFailure,
  CandidateProcess,
} from '../../loading/candidate/candidate-process.ts';
import { type DescribedStrategy } from '../../loading/describing/described-strategy.ts';
import { type TypesOfFiles } from '../../loading/type-check/type-check-task.ts';
import { createHost } from '../../loading/planned-run.ts';
import { hasTypes, typesOf } from '../../loading/type-check/type-check-thread.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ReadableJournal, type RunDescription } from '../../ports/journal.ts';
import { foldDay } from '../../recovery/recover-day.ts';
import { StepsOfRun } from '../../recovery/steps-of-run.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DecisionChange, diffDecisions } from '../journal/decision-diff.ts';
import { engineOfJournal } from '../journal/replay-journal.ts';
import { StepsTaken } from '../journal/steps-taken.ts';

/** A run of today whose file may have changed. */
export interface CandidateOptions {
  /** Holds everything of the day so far. */
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly date: IstDate;
  readonly mode: Mode;
  readonly runId: string;
  /** Its strategy's name. */
  readonly strategy: string;
  /** The broker that its source asks for now, null for none: one that takes over asks for the same. @default not compared */
  readonly broker?: string | null;
  /** What it is made of now. */
  readonly about: Pick<RunDescription, 'path' | 'given' | 'sourceHash'>;
  readonly knowledge: Pick<MarketKnowledge, 'calendar'>;
  /** The configuration's `calendar`; null: the tables as they are. */
  readonly calendar: Readonly<Record<string, Json>> | null;
  /** Whether types are compiled. @default true */
  readonly types?: boolean;
  readonly deadlines?: CandidateDeadlines;
  /** What its process must not read though it lies in the project, absolute paths. */
  readonly hidden: readonly string[];
  /** Compiles types. @default the TypeScript that is installed for the file */
  readonly compile?: (paths: readonly string[]) => Promise<readonly TypesOfFiles[]>;
}

/** A source that may take over its run, and what it would have decided. */
export interface CheckedCandidate extends DescribedStrategy {
  readonly runId: string;
  /** The strategy's file, absolute. */
  readonly path: string;
  /** Of the source that runs now. */
  readonly sourceHashBefore: string;
  /** How many decisions the day has so far, and how many the candidate makes. */
  readonly recorded: number;
  readonly replayed: number;
  /** Where they differ; empty where it decides the same. */
  readonly changes: readonly DecisionChange[];
}

/** Why a source cannot take over a run. */
export interface RefusedCandidate {
  readonly runId: string;
  readonly path: string;
  readonly why:
    | CandidateFailure['why']
    /** It is another strategy. */
    | 'other-strategy'
    /** It asks for another broker: what the run has open is at the one that it has. */
    | 'other-broker'
    | 'types'
    /** It fails, or ends, over the inputs of today. */
    | 'replay'
    /** It fails over a day of made-up prices, or outside of its turns. */
    | 'trial'
    /** The journal cannot be followed, or does not have the run. */
    | 'journal';
  readonly problems: readonly Problem[];
}

/** Steps that go to the candidate's process at once. */
const BATCH = 200;
/** So long the day is followed before this process gets to its other work, real milliseconds. */
const SLICE_MS = 8;

/**
 * Checks the source of a run as its file is now: loads it in a process of its own, shows it everything that the run saw today,
 * tries it over made-up prices and compiles its types. Nothing is sent, and nothing of the run itself changes.
 *
 * @throws {UnreadableJournal} where the journal is damaged
 */
export async function checkCandidate(
  options: CandidateOptions,
): Promise<Result<CheckedCandidate, RefusedCandidate>> {
  const { runId, date, mode, calendar, about, strategy, deadlines, hidden } = options;
  const { path, given = {} } = about;
  const refuse = (why: RefusedCandidate['why'], problems: readonly Problem[]) =>
    fail({ runId, path, why, problems });
  const candidate = new CandidateProcess(path, { ...deadlines, hidden });
  try {
    const loaded = await candidate.load({ path, given, date, mode, calendar });
    if (!loaded.ok) return refuse(loaded.error.why, loaded.error.problems);
    const { name } = loaded.value;
    if (name !== strategy) return refuse('other-strategy', [otherStrategy(path, name, strategy)]);
    const moved = movedBroker(options, loaded.value);
    if (moved !== null) return refuse('other-broker', [moved]);
    const mistyped = await problemsOfTypes(options);
    if (mistyped.length > 0) return refuse('types', mistyped);
    const steps = new StepsTaken();
    const shown = await showDay(candidate, options, { ...loaded.value, steps });
    if (!shown.ok) return refuse(shown.error.why, shown.error.problems);
    const replay = await candidate.finish();
    if (!replay.ok) return refuse(replay.error.why, replay.error.problems);
    const ended = endedInReplay(path, replay.value);
    if (ended !== null) return refuse('replay', [ended]);
    if (replay.value.problems.length > 0) return refuse('trial', replay.value.problems);
    return ok(checked(options, loaded.value, { ...replay.value, steps }));
  } finally {
    candidate.close();
  }
}

function checked(
  { runId, about }: CandidateOptions,
  source: DescribedStrategy,
  { recorded, replayed, warnings, steps }: CandidateReplay & { readonly steps: StepsTaken },
): CheckedCandidate {
  return {
    ...source,
    runId,
    path: about.path,
    sourceHashBefore: about.sourceHash,
    warnings: [...source.warnings, ...warnings],
    recorded: recorded.length,
    replayed: replayed.length,
    changes: diffDecisions(recorded, replayed, steps.cameToFor(runId)),
  };
}

function otherStrategy(file: string, found: string, wanted: string): Problem {
  return problem('The file has another strategy than its run', {
    file,
    found,
    allowed: wanted,
    next: 'Keep the name of the strategy; a new one starts with the next day',
  });
}

function movedBroker(
  { about: { path }, broker: before }: CandidateOptions,
  { broker: asked }: DescribedStrategy,
): Problem | null {
  const found = asked?.name ?? null;
  if (before === undefined || before === found) return null;
  return problem('The file asks for another broker than its run', {
    ...(asked?.at ?? { file: path }),
    found: found === null ? 'none' : `"${found}"`,
    allowed: before ?? 'none',
    next: 'Keep the broker for today; another one counts from the next day',
  });
}

async function problemsOfTypes({
  about: { path },
  types = true,
  compile = typesOf,
}: CandidateOptions): Promise<readonly Problem[]> {
  if (!types || !hasTypes(path)) return [];
  const answers = await compile([path]);
  return answers.flatMap((answer) =>
    answer.kind === 'not-compiled'
      ? []
      : answer.problems.map(({ code, message, ...at }) => problem(`${code}: ${message}`, at)),
  );
}

/** It was still running in the journal. */
function endedInReplay(file: string, { ended }: CandidateReplay): Problem | null {
  if (ended === null) return null;
  const { how, detail } = ended;
  return problem(
    how === 'failed'
      ? `It fails over the inputs of today: ${detail}`
      : 'It completes over the inputs of today, while its run still trades',
    { file },
  );
}

/** Shows the candidate the run's day in slices: meanwhile this process may have a day to trade. */
async function showDay(
  candidate: CandidateProcess,
  options: CandidateOptions,
  {
    sourceHash,
    steps: taken,
  }: Pick<DescribedStrategy, 'sourceHash'> & { readonly steps: StepsTaken },
): Promise<
  Result<null, { readonly why: RefusedCandidate['why']; readonly problems: readonly Problem[] }>
> {
  const { about, runId } = options;
  const steps = new StepsOfRun(runId);
  const folding = foldRun(options, { steps, taken, sourceHash });
  let sliceMs = monotonicMs();
  for (;;) {
    const next = folding.next();
    const isOver = next.done === true;
    if (isOver && !next.value.ok) return fail(notFollowed(about.path, next.value.error.detail));
    if (steps.count >= BATCH || isOver) {
      const answered = await candidate.replay(steps.takeSteps());
      if (!answered.ok) return answered;
      if (isOver) break;
    } else if (monotonicMs() - sliceMs < SLICE_MS) continue;
    await yieldToMachine();
    sliceMs = monotonicMs();
  }
  return steps.isBegun ? ok(null) : fail(notFollowed(about.path, 'it does not have the run today'));
}

function notFollowed(
  file: string,
  detail: string,
): { readonly why: 'journal'; readonly problems: readonly Problem[] } {
  return {
    why: 'journal',
    problems: [problem(`The journal cannot be followed: ${detail}`, { file })],
  };
}

function foldRun(
  { journal, date, runId, about, knowledge }: CandidateOptions,
  {
    steps,
    taken,
    sourceHash,
  }: { readonly steps: StepsOfRun; readonly taken: StepsTaken; readonly sourceHash: string },
): ReturnType<typeof foldDay> {
  const { path, given = {} } = about;
  const day = knowledge.calendar.day(date);
  return foldDay(taken.note(journal.entriesOf(date)), {
    engine: engineOfJournal(journal, date, knowledge),
    host: createHost(() => undefined),
    replays: steps,
    remake: (header, described, carried) => {
      if (header.runId !== runId) return { recipe: null, divergence: null };
      const store = described?.store ?? {};
      const recipe = { header, day, path, sourceHash, given, store, carried };
      return { recipe, divergence: null };
    },
  });
}
