import { EMPTY } from 'rxjs';
import { expect, it } from 'vitest';

import { defineStrategy } from './define-strategy.ts';

it('needs no parameters', () => {
  const { params } = defineStrategy({ name: 'plain', run: () => EMPTY });
  expect(params.safeParse({})).toMatchObject({ success: true, data: {} });
});

it('says so when there is nothing to run', () => {
  const definition = { name: 'idle' } as unknown as Parameters<typeof defineStrategy>[0];
  expect(() => defineStrategy(definition)).toThrow('wanted a function "run", found undefined');
});
