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

test('says why a text could not be written, and nothing when nobody reads it any more', async () => {
  const failing = (code: string): PassThrough =>
    new PassThrough({
      transform: (_chunk, _encoding, done) => {
        done(Object.assign(new TypeError(code), { code }));
      },
    });
  const full = lossyWriter(failing('ENOSPC'));
  full.write('a line\n');
  expect(await full.flush()).toBe('no room left (ENOSPC)');
  const gone = lossyWriter(failing('EPIPE'));
  gone.write('a line\n');
  expect(await gone.flush()).toBeNull();
});
