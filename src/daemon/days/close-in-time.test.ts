import { expect, it } from 'vitest';

import { closesInTime } from './close-in-time.ts';

const never = new Promise<void>(() => undefined);

it('waits for what closes, and once a stop was asked for no longer than that may take', async () => {
  const stop = new AbortController();
  const inTime = closesInTime(stop.signal, 5);
  let hasEnded = false;
  const ended = inTime(never).then(() => {
    hasEnded = true;
  });
  await inTime(Promise.resolve());
  expect(hasEnded).toBe(false);
  stop.abort();
  await ended;
  expect(hasEnded).toBe(true);
});
