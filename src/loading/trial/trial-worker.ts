import { parentPort, workerData } from 'node:worker_threads';

import { yieldToMachine } from '../../adapters/system/machine-time.ts';
import { markTurnsIn } from '../../adapters/system/turn-watch.ts';
import { type Rejected, takeRejections } from '../../adapters/system/uncaught.ts';
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
port.on('message', (task: TrialTask) => {
  void answerTo(task).then((answer) => {
    port.postMessage(answer);
  });
});

/** Promises of the strategy under trial that were rejected and that nothing handles. */
const strays: Rejected[] = [];
takeRejections((rejected) => {
  // Its run has failed for it already, and has said so.
  if (!(rejected.reason instanceof WorldViolation)) strays.push(rejected);
});

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
