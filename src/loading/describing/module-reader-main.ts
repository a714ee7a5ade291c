import { soonAsProgram } from '../../adapters/system/code-owner.ts';
import { serveLines, showLine } from '../../adapters/system/confined-process.ts';
import { sealDoors } from '../../adapters/system/sealed-doors.ts';
import { protectBuiltIns } from '../guard-process.ts';
import { loadStrategy } from '../load-strategy.ts';
import { armStrayFailures, forgiveViolations } from '../stray-failures.ts';
import { runTrial } from '../trial/run-trial.ts';
import { describeStrategy } from './described-strategy.ts';
import { type SaidReader, type ToldReader } from './module-reader-lines.ts';

// The program of a process that reads strategy modules for one that must not load them: it says what they are, and tries them.

const sayLine = serveLines((line) => {
  const told = JSON.parse(line) as ToldReader;
  soonAsProgram(() => void answer(told));
});

sealDoors();
protectBuiltIns();
// What a module throws outside of what is asked of it comes up where its runs are.
armStrayFailures();
forgiveViolations(showLine);
sayLine(JSON.stringify({ ready: true } satisfies SaidReader));

async function answer(told: ToldReader): Promise<void> {
  const said = 'try' in told ? { tried: await runTrial(told.try) } : await describe(told.describe);
  sayLine(JSON.stringify(said));
}

async function describe({
  path,
  given,
}: Extract<ToldReader, { describe: object }>['describe']): Promise<SaidReader> {
  const loaded = await loadStrategy(path, given);
  return loaded.ok ? { described: describeStrategy(loaded.value) } : { unusable: loaded.error };
}
