/** Drills the runtime with one planted bug: `node drill-planted.ts INDEX LAST_SEED`. Prints what caught it. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

import { PLANTED_BUGS } from './bugs.ts';

const ROOT = new URL('../../src/', import.meta.url);
const bug = PLANTED_BUGS[Number(process.argv[2])];
const last = Number(process.argv[3] ?? 2000);
if (bug === undefined) throw new TypeError('There is no such bug');
const place = new URL(bug.file, ROOT);
const source = readFileSync(place, 'utf8');
if (source.split(bug.find).length !== 2) {
  throw new TypeError(`"${bug.find}" does not stand exactly once in ${bug.file}`);
}
const text = source.replace(bug.find, () => bug.replace);

registerHooks({
  load: (url, context, nextLoad) =>
    url === place.href
      ? { format: 'module-typescript', source: text, shortCircuit: true }
      : nextLoad(url, context),
});

const { drill } = await import('../../src/runtime/drill/drill.ts');
const { drillStrategies } = await import('../../src/runtime/drill/drill-strategies.ts');
const { loadMarketKnowledge } = await import('../../src/runtime/market-knowledge.ts');
const { isFault } = await import('../../src/runtime/drill/drill-fault.ts');

const strategies = await drillStrategies();
if (!strategies.ok) throw new TypeError('The strategies that ship cannot be loaded');
const faults =
  bug.faults === undefined ? null : bug.faults.split(',').filter((name) => isFault(name));
const first = bug.seed ?? 1;
const seeds = [first, ...Array.from({ length: last }, (_, index) => index + 1)];
for (const seed of seeds) {
  const summary = await drill({
    knowledge: loadMarketKnowledge(),
    strategiesOf: strategies.value,
    from: seed,
    to: seed,
    mode: bug.mode ?? 'live',
    drillMode: 'safety',
    faults,
    isShrinking: false,
  });
  const [failure] = summary.failures;
  const [violation] = failure?.violations ?? [];
  if (violation === undefined) continue;
  process.stdout.write(`${JSON.stringify({ seed, ...violation })}\n`);
  process.exit(0);
}
process.exit(1);
