import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { lossyWriter, wantsColor } from './terminal.ts';

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
])('environment %j on a terminal %s gives colour %s', (env, isTerminal, expected) => {
  expect(wantsColor(env, isTerminal)).toBe(expected);
});

test('a stream that is flushed again and again keeps one listener, also after its reader is gone', async () => {
  const stream = new PassThrough();
  const before = stream.listenerCount('error');
  const writer = lossyWriter(stream);
  for (let times = 0; times < 20; times += 1) {
    writer.write('a line\n');
    await writer.flush();
  }
  expect(stream.listenerCount('error')).toBe(before + 1);
  stream.destroy(new Error('EPIPE'));
  await writer.flush();
  writer.write('unseen\n');
  await writer.flush();
  expect(stream.listenerCount('error')).toBeLessThanOrEqual(before + 1);
});
