import { expect, it } from 'vitest';

import { loadedInTime, NotLoadedInTime } from './load-module.ts';

it('gives what was loaded', async () => {
  expect(await loadedInTime(Promise.resolve('module'))).toBe('module');
});

it('throws what loading throws', async () => {
  const error = new TypeError('at its top level');
  await expect(loadedInTime(Promise.reject(error))).rejects.toBe(error);
});

it('gives up a module whose top level never ends', async () => {
  await expect(loadedInTime(new Promise(() => undefined), 1)).rejects.toThrow(NotLoadedInTime);
});
