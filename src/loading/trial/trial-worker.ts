import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { yieldToMachine } from '../../adapters/system/machine-time.ts';
import { codeOwner } from '../../adapters/system/code-owner.ts';
import { markTurnsIn } from '../../adapters/system/turn-watch.ts';
import { type Rejected, takeExceptions, takeRejections } from '../../adapters/system/uncaught.ts';
import { invariant } from '../../base/invariant.ts';
import { problem } from '../../base/problem.ts';
import { lineOfPromise } from '../../host/globals/promises.ts';
import { describeStrategyFailure } from '../../host/strategy-failure.ts';
import { WorldViolation } from '../../host/world.ts';
import { protectBuiltIns } from '../guard-process.ts';
import { runTrial, type TrialAnswer, type TrialTask, type TrialWorkerStart } from './run-trial.ts';

markTurnsIn((workerData as TrialWorkerStart).turns);

protectBuiltIns();

invariant(parentPort !== null, 'Strategies are tried on a thread of its own');
const port = parentPort;
/** The file under trial; null between two trials. */
let tried: string | null = null;
port.on('message', (task: TrialTask) => {
  tried = task.path;
  void answerTo(task).then((answer) => {
    tried = null;
    port.postMessage(answer);
  });
});

/** Promises of the strategy under trial that were rejected and that nothing handles. */
const strays: Rejected[] = [];
takeRejections((rejected) => {
  // Its run has failed for it already, and has said so.
  if (!isOfEarlierModule() && !(rejected.reason instanceof WorldViolation)) strays.push(rejected);
});
takeExceptions((thrown) => {
  if (tried === null || isOfEarlierModule()) return;
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  const problems = [problem(`The trial of "${basename(tried)}" ended: ${why}`, { file: tried })];
  port.postMessage({ kind: 'lost', problems } satisfies TrialAnswer);
});

/** Whether a timer or promise of a module runs whose own trial is over: the one under trial has nothing to do with it. */
function isOfEarlierModule(): boolean {
  const owner = codeOwner();
  return owner?.kind === 'module' && owner.path !== tried;
}

async function answerTo(task: TrialTask): Promise<TrialAnswer> {
  const answer = await runTrial(task);
  // Node reports rejections when the code that runs now has ended.
  await yieldToMachine();
  const problems = strays.splice(0).map(({ reason, promise }) => {
    const told = describeStrategyFailure(reason, lineOfPromise(promise));
    const message = `A promise was rejected that nothing handles: ${told}`;
    return problem(message, { file: task.path });
  });
  if (problems.length === 0) return answer;
  if (answer.kind !== 'tried') return { ...answer, problems: [...answer.problems, ...problems] };
  const { trial } = answer;
  return { ...answer, trial: { ...trial, problems: [...trial.problems, ...problems] } };
}
