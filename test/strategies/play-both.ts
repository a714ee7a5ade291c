import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import { invariant } from '../../src/base/invariant.ts';
import { formatProblem } from '../../src/base/problem.ts';
import { seededRandom } from '../../src/base/random.ts';
import { type ReadPart } from '../../src/language/blueprints/read-part.ts';
import { type YamlStrategy } from '../../src/language/compile-source.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { StrategyParts } from '../../src/loading/strategy-parts.ts';
import { type TimedCommand } from '../../src/ports/run-host.ts';
import { type ClockTime, instantAt, istClock } from '../../src/model/time/ist.ts';
import { STRATEGIES_FOLDER } from '../support/shipped-strategies.ts';
import { type DayScript, type SourceValue } from './scripted-day.ts';

/**
 * What was decided, as text to compare a file with TypeScript by hand. A file says why a time was missed; `at` of a context says
 * only that it was, so the reason of that alert is left out.
 */
export function decided(commands: readonly TimedCommand[]): string {
  return JSON.stringify(commands).replaceAll(/"No entry: [^"]*"/g, '"No entry"');
}

/** A shipped YAML strategy, with the files that it names. */
export function shippedYaml(name: string): YamlStrategy {
  const path = `${STRATEGIES_FOLDER}${name}.yaml`;
  const { read } = new StrategyParts(path, `strategies/${name}.yaml`);
  return compiled(readFileSync(path, 'utf8'), `strategies/${name}.yaml`, read);
}

/** A strategy of a YAML text that is expected to be right. */
export function compiled(text: string, file = 'test.yaml', readPart?: ReadPart): YamlStrategy {
  const result = compileStrategy(text, file, readPart === undefined ? {} : { readPart });
  invariant(result.ok, result.ok ? '' : result.error.map(formatProblem).join('\n'));
  return result.value;
}

/** Days of all kinds: calm and wild, with gaps in the prices, started early and late, polled fast and slowly. */
export const anyDay: fc.Arbitrary<Omit<DayScript, 'strategy'>> = fc
  .record({
    seed: fc.nat(),
    stepPoints: fc.constantFrom(0, 2, 10, 40),
    gapShare: fc.constantFrom(0, 0, 0.02, 0.3),
    date: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-24', '2026-12-01'),
    start: fc.constantFrom<ClockTime>('09:00', '09:15', '09:21', '09:31', '12:00', '15:11'),
    pollEveryMs: fc.constantFrom(4_000, 10_000, 30_000),
    fillsInParts: fc.boolean(),
  })
  .map(({ seed, stepPoints, gapShare, date, start, pollEveryMs, fillsInParts }) => {
    const walk = indexWalk(seed, stepPoints, gapShare);
    const sourceValues = valuesOfSource(seed);
    return { date, start, pollEveryMs, fillsInParts, index: walk, sourceValues };
  });

/** A random walk of the index, one step a minute; null in gaps. */
function indexWalk(
  seed: number,
  stepPoints: number,
  gapShare: number,
): (time: ClockTime) => number | null {
  const random = seededRandom(seed);
  let level = 24_000;
  const levels = Array.from({ length: 24 * 60 }, () => {
    level += random.normal() * stepPoints;
    return random.next() < gapShare ? null : Math.round(level * 20) / 20;
  });
  const midnightMs = instantAt('2026-11-20', '00:00');
  return (time) => levels[((instantAt('2026-11-20', time) - midnightMs) / 60_000) | 0] ?? null;
}

/** Values of a source "vix", some minutes apart, of which a few do not fit what files say of it. */
function valuesOfSource(seed: number): readonly SourceValue[] {
  const random = seededRandom(seed + 1);
  const values: SourceValue[] = [];
  for (let minutes = 9 * 60; minutes < 15 * 60; minutes += 1 + Math.floor(random.next() * 40)) {
    const level = Math.round((14 + random.normal() * 2) * 100) / 100;
    const fields = { level, change: random.normal(), points: level * 1_700, calm: level < 14 };
    const value =
      random.next() < 0.1 ? 'unfit' : random.next() < 0.1 ? { ...fields, level: null } : fields;
    const from = istClock(instantAt('2026-11-20', '00:00') + minutes * 60_000);
    values.push({ from, source: 'vix', value });
  }
  return values;
}
