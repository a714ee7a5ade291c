import { parentPort, workerData } from 'node:worker_threads';

import { markTurnsIn } from '../adapters/system/turn-watch.ts';
import { invariant } from '../base/invariant.ts';
import { protectBuiltIns } from './guard-process.ts';
import { runTrial } from './run-trial.ts';
import { type TrialTask, type TrialWorkerStart } from './trial-task.ts';

markTurnsIn((workerData as TrialWorkerStart).turns);

protectBuiltIns();

invariant(parentPort !== null, 'Strategies are tried on a thread of its own');
const port = parentPort;
port.on('message', (task: TrialTask) => {
  void runTrial(task).then((answer) => {
    port.postMessage(answer);
  });
});
