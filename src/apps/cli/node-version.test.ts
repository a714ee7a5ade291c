import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { NODE_MIN, nodeProblem } from './node-version.ts';

test.each(['24.15.0', '24.16.1', '25.0.0', '26.10.0', '100.0.0'])('%s is new enough', (found) => {
  expect(nodeProblem(found)).toBeNull();
});

test.each(['24.14.9', '22.21.0', '20.19.1', '9.0.0'])('%s is told what is needed', (found) => {
  expect(nodeProblem(found)).toContain(`found    ${found}\n  allowed  ${NODE_MIN} or newer`);
});

test('the check and package.json agree', () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { engines: { node: string } };
  expect(manifest.engines.node).toBe(`>=${NODE_MIN}`);
});
