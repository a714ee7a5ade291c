import { flushCompileCache } from 'node:module';

import { beforeAll } from 'vitest';

// As soon as a file is loaded: a process of tests is ended without a chance to write at its end.
beforeAll(() => {
  flushCompileCache();
});
