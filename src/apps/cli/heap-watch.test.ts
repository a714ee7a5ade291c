import { expect, it } from 'vitest';

import { createHeapWatch } from './heap-watch.ts';

const MIB = 1024 * 1024;

it('ends what it watches when the heap is nearly full, and names day and strategies', () => {
  let usedBytes = 84 * MIB;
  const given = { signal: new AbortController().signal, strategies: ['one', 'two'] };
  const watch = createHeapWatch(given, () => ({ usedBytes, limitBytes: 100 * MIB }));
  watch.look('2026-06-01');
  expect([watch.signal.aborted, watch.trouble()]).toEqual([false, null]);
  usedBytes = 86 * MIB;
  watch.look('2026-06-02');
  watch.look('2026-06-03');
  expect(watch.signal.aborted).toBe(true);
  expect(watch.trouble()).toMatchObject({
    message: 'Memory is nearly used up: ended before 2026-06-02',
    found: '86 of 100 MB, while one, two ran',
    next: expect.stringContaining('NODE_OPTIONS=--max-old-space-size=200') as unknown,
  });
});

it('is ended by the signal that it was given, and finds room in a heap of tests', () => {
  const controller = new AbortController();
  const watch = createHeapWatch({ signal: controller.signal, strategies: ['one'] });
  watch.look('2026-06-01');
  expect([watch.signal.aborted, watch.trouble()]).toEqual([false, null]);
  controller.abort();
  expect(watch.signal.aborted).toBe(true);
});
