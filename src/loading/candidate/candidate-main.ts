import { soonAsProgram } from '../../adapters/system/code-owner.ts';
import { serveLines, showLine } from '../../adapters/system/confined-process.ts';
import { outwardLink } from '../../adapters/system/outward-link.ts';
import { yieldToMachine } from '../../adapters/system/machine-time.ts';
import { invariant } from '../../base/invariant.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { ReplaysHere } from '../../recovery/run-replays.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { describeStrategy } from '../describing/described-strategy.ts';
import { protectBuiltIns } from '../guard-process.ts';
import { type LoadedStrategy, loadStrategy } from '../load-strategy.ts';
import { createHost } from '../planned-run.ts';
import { armStrayFailures, forgiveViolations, handStrayFailures } from '../stray-failures.ts';
import { projectOf } from '../reads/project-of.ts';
import { tryStrategy } from '../trial/try-strategy.ts';
import {
  type CandidateReplay,
  type CandidateTask,
  type SaidCandidate,
  type ToldCandidate,
} from './candidate-lines.ts';

// The program of a process for one candidate: it loads the source, replays the run's day with it, and says what it decides.

let task: CandidateTask | null = null;
let loaded: LoadedStrategy | null = null;
const strays: Problem[] = [];

const sayLine = serveLines((line) => {
  const told = JSON.parse(line) as ToldCandidate;
  soonAsProgram(() => void take(told));
});
const say = (said: SaidCandidate): void => {
  sayLine(JSON.stringify(said));
};

protectBuiltIns();
armStrayFailures();
forgiveViolations(showLine);
handStrayFailures(({ message }) => {
  const file = task?.path ?? null;
  strays.push(problem(`Its code throws outside of its turns: ${message}`, { file }));
});

const replays = new ReplaysHere(createHost(() => loaded ?? undefined));

async function take(told: ToldCandidate): Promise<void> {
  if ('load' in told) say(await load(told.load));
  else if ('steps' in told) {
    for (const step of told.steps) replays.take(step);
    say({ taken: true });
  } else say({ replay: await finish() });
}

async function load(asked: CandidateTask): Promise<SaidCandidate> {
  task = asked;
  const link = outwardLink(projectOf(asked.path));
  if (link !== null) return { unusable: [problem(link, { file: asked.path })] };
  const found = await loadStrategy(asked.path, asked.given);
  if (!found.ok) return { unusable: found.error };
  loaded = found.value;
  return { loaded: describeStrategy(loaded) };
}

async function finish(): Promise<CandidateReplay> {
  const [run] = replays.runs();
  invariant(run !== undefined && loaded !== null && task !== null, 'Nothing was replayed');
  const { recorded, replayed } = run;
  const ended = run.endedByItself;
  // After the replay: what its module keeps must not come from made-up prices.
  const trial = tryOn(loaded, task);
  // Rejections are reported when the code that runs now has ended.
  await yieldToMachine();
  const problems = [...trial.problems, ...strays];
  return { recorded, replayed, ended, problems, warnings: trial.warnings };
}

function tryOn(
  strategy: LoadedStrategy,
  { calendar, date, mode }: CandidateTask,
): ReturnType<typeof tryStrategy> {
  const knowledge = loadMarketKnowledge(calendar ?? undefined);
  return tryStrategy(strategy, { knowledge, day: knowledge.calendar.day(date), mode });
}
