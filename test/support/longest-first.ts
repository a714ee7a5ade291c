import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, the longest first. Days of the drill take the cores and tests from outside mostly wait, so that
 * begun together they fill them.
 */
const LONGEST = [
  'test/simulation/drill.test.ts',
  'test/e2e/kill-nine.test.ts',
  'test/e2e/sweep.test.ts',
  'test/days/check-days.test.ts',
  'test/e2e/stall.test.ts',
  'test/e2e/quarantine.test.ts',
  'test/e2e/operator.test.ts',
  'test/planted/planted.test.ts',
  'test/e2e/operator-release.test.ts',
  'test/e2e/package.test.ts',
  'test/simulation/within-the-minute.test.ts',
  'test/simulation/held-polls.test.ts',
  'test/simulation/drill-sweep.test.ts',
];

/** Starts the longest files first, on a checkout that has never been tested too: one begun last would keep one core alone. */
export class LongestFirst extends BaseSequencer {
  /** The others follow in vitest's own order: by project, units last. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
