import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

import { checkTypes, type TypeScript } from './check-types.ts';
import { type TypeCheckTask } from './type-check-task.ts';

const { files, compiler } = workerData as TypeCheckTask;
const { default: typescript } = (await import(pathToFileURL(compiler).href)) as {
  readonly default: TypeScript;
};
parentPort?.postMessage(checkTypes(typescript, files));
