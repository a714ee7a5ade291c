import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

/** A blueprint with a wrong strike in line 9, and a bare sold leg in line 10. */
const BLUEPRINT = `name: straddle
schemaVersion: 1
blueprint: { inputs: { at: { type: time, default: 09:20 } } }
underlying: NIFTY
entry: { input: at }
exit: 15:10
legs:
  # Each with its strike.
  ce: { side: sell, type: CE, strike: ATMM, stop: 30% }
  pe: { side: sell, type: PE, strike: ATM }
`;

mkdirSync(join(desk.directory, 'parts'));
desk.write('parts/wrong.yaml', BLUEPRINT);
desk.write('parts/bare.yaml', BLUEPRINT.replace('ATMM', 'ATM'));
desk.write('parts/chain.yaml', 'name: chain\nschemaVersion: 1\nuse: ./bare.yaml\n');
for (const part of ['wrong', 'bare', 'chain']) {
  desk.write(`${part}.yaml`, `name: ${part}\nschemaVersion: 1\nuse: ./parts/${part}.yaml\n`);
}

describe('a problem in a blueprint names the file of the blueprint', () => {
  it.each([
    ['check', 'wrong.yaml'],
    ['eject', 'wrong.yaml'],
    ['backtest', 'wrong.yaml', '--generate', '7'],
  ])('by %s', async (...args) => {
    const { out, err } = await desk.sauda(...args);
    expect(`${out}${err}`).toContain('parts/wrong.yaml:9:39: Wrong value of "legs.ce.strike"');
  });

  it('even one that only warns', async () => {
    const { out } = await desk.sauda('check', 'bare.yaml');
    expect(out).toContain('parts/bare.yaml:10:3: "pe" is sold, and nothing closes it');
  });
});

it('a blueprint that uses another is refused for that', async () => {
  const { err } = await desk.sauda('check', 'chain.yaml');
  expect(err).toContain('parts/chain.yaml:3:1: A blueprint cannot use another');
});
