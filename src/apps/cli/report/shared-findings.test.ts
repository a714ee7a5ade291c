import { afterAll, beforeAll, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';

const BLUEPRINT = `name: part
schemaVersion: 1
blueprint: { inputs: { stop: { type: percent, default: 30% } } }
underlying: NIFTY
entry: 09:20
exit: 15:10
stopp: 30%
legs: { ce: { side: sell, type: CE, strike: ATM, stop: { input: stop } } }
`;

const desk = new Desk();
beforeAll(() => {
  desk.write('part.yaml', BLUEPRINT);
  for (const name of ['one', 'two']) {
    desk.write(`${name}.yaml`, `name: ${name}\nschemaVersion: 1\nuse: ./part.yaml\n`);
  }
});
afterAll(() => {
  desk.close();
});

it('says once what is wrong in a part, with the files that use it', async () => {
  const { code, err } = await desk.sauda('check', 'one.yaml', 'two.yaml');
  expect(code).toBe(3);
  expect(err.match(/Unknown key/g)).toHaveLength(1);
  expect(err).toMatch(/^part\.yaml:7:1: Unknown key\n/m);
  expect(err).toMatch(/^ {2}used by {2}one\.yaml, two\.yaml\n/m);
});

it('names no user where a single file has it', async () => {
  const { err } = await desk.sauda('check', 'one.yaml');
  expect(err).toContain('Unknown key');
  expect(err).not.toContain('used by');
});

it('shows it once in a pull request', async () => {
  const { out } = await desk.sauda('check', 'one.yaml', 'two.yaml', '--format', 'github');
  expect(out.match(/Unknown key/g)).toHaveLength(1);
});
