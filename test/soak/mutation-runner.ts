/**
 * Holds mutants against tests, one after the other in one process: a job comes as a message, and its fate goes back as one.
 * What is loaded stays transformed; only the mutated file is read anew.
 */
import { resolve } from 'node:path';

import { createVitest } from 'vitest/node';

import { PLANTED, type PlantedMutant } from './mutation.config.ts';
import { type MutationFate, type MutationJob, STEP_ENDED } from './mutation-job.ts';

const planted = globalThis as { [PLANTED]?: PlantedMutant };

const vitest = await createVitest({
  config: './test/soak/mutation.config.ts',
  watch: false,
  reporters: [{}],
});
await vitest.standalone();

process.on('message', (job: MutationJob) => {
  void run(job).then((fate) => process.send?.(fate));
});
process.send?.('ready');

async function run({ file, text, steps }: MutationJob): Promise<MutationFate> {
  const startedAtMs = performance.now();
  const before = planted[PLANTED]?.file;
  if (before !== undefined) vitest.invalidateFile(before);
  planted[PLANTED] = { file: resolve(file), text };
  vitest.invalidateFile(resolve(file));
  let killedBy: string | null = null;
  let longestStepMs = 0;
  for (const tests of steps) {
    if (killedBy !== null) break;
    const stepAtMs = performance.now();
    killedBy = await failureAmong(tests);
    longestStepMs = Math.max(longestStepMs, Math.round(performance.now() - stepAtMs));
    process.send?.(STEP_ENDED);
  }
  return { killedBy, durationMs: Math.round(performance.now() - startedAtMs), longestStepMs };
}

async function failureAmong(tests: readonly string[]): Promise<string | null> {
  const { root } = vitest.config;
  const project = vitest.getRootProject();
  const specifications = tests.map((test) => project.createSpecification(resolve(root, test)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // What is handed back is of all runs so far.
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  for (const module of testModules.filter(({ moduleId }) => asked.has(moduleId))) {
    for (const test of module.children.allTests('failed')) {
      return `${module.relativeModuleId} > ${test.fullName}`;
    }
    if (!module.ok()) return module.relativeModuleId;
  }
  return unhandledErrors.length > 0 ? 'an error outside of tests' : null;
}
