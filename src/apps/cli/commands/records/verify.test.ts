import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Desk } from '../../../../../test/e2e/in-process.ts';
import { shipped, simulatedDay } from '../../../../../test/support/simulated-day.ts';
import { EXIT_CODES } from '../../exit-codes.ts';

const PACK = 'state/evidence/default.paper.2026-10-30.tar.gz';
const desk = new Desk();
beforeAll(async () => {
  await simulatedDay({
    strategies: [shipped('short-straddle.ts')],
    pollEvery: '1m',
    journalPath: join(desk.directory, 'day.journal'),
    more: `evidence: on\nstate: {directory: ${JSON.stringify(join(desk.directory, 'state'))}}`,
  });
  desk.write('own.yaml', 'state: {directory: state}\n');
});
afterAll(() => {
  desk.close();
});

test('verify that knows no key says what it did not check, and ends with 1 until that is accepted', async () => {
  const unchecked = await desk.sauda('verify', PACK);
  expect(unchecked).toMatchObject({ code: EXIT_CODES.found });
  expect(unchecked.out).toContain('Whole, but not checked in full');
  expect(unchecked.out).toContain('Whose key signed it is not known');
  expect(unchecked.out).toContain('Not replayed');
  expect((await desk.sauda('verify', PACK, '--without-key')).code).toBe(0);
});

test('verify by the key of its configuration, or one that is given, ends with 0', async () => {
  const own = await desk.sauda('verify', PACK, '--config', 'own.yaml');
  expect(own).toMatchObject({ code: 0, err: '' });
  expect(own.out).toContain('As it was signed');
  const { out: key } = await desk.sauda('evidence', 'key', '--config', 'own.yaml');
  desk.write('own.pub', key);
  for (const given of [key.trim(), 'own.pub']) {
    expect((await desk.sauda('verify', PACK, '--key', given)).code).toBe(0);
  }
});

test.each([
  ['nonsense', '"nonsense", which is no file either'],
  ['own.yaml', 'the file "own.yaml"'],
  ['.', '".", which is no file either'],
])('verify refuses the key %j in words, and looks at nothing', async (key, found) => {
  const refused = await desk.sauda('verify', PACK, '--key', key);
  expect(refused).toMatchObject({ code: EXIT_CODES.usage, out: '' });
  expect(refused.err).toContain('Not a public key');
  expect(refused.err).toContain(found);
  expect(refused.err).toContain('sauda evidence key');
});
