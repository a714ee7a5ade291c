import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A file's source with a mutant in it; null for the source as it is. */
export interface PlantedMutant {
  readonly file: string;
  readonly text: string | null;
}

/** Where the mutant of this process stands: vitest loads this file as a module of its own. */
export const PLANTED = 'saudaPlantedMutant';

class AsNamed extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => {
        const planted = (globalThis as { [PLANTED]?: PlantedMutant })[PLANTED];
        return id.split('?')[0] === planted?.file ? planted?.text : null;
      },
    },
  ],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['./test/support/fixed-seed.ts'],
    isolate: false,
    // As all tests: in a thread the time zone cannot be set.
    pool: 'forks',
    maxWorkers: 1,
    bail: 1,
    // In the order in which they are named: who finds out first spares the others.
    sequence: { sequencer: AsNamed },
    // It reads sources from the disk, past the mutant.
    fsModuleCache: false,
    testTimeout: 60_000,
  },
});
