import { expect, it } from 'vitest';

import { capitalAssumptions, capitalUsed } from './capital-used.ts';

const of = (...capitals: readonly unknown[]): readonly { readonly params: unknown }[] =>
  capitals.map((capital) => ({ params: capital === null ? {} : { capital } }));

interface Case {
  readonly is: string;
  readonly strategies: ReturnType<typeof of>;
  readonly asked?: number;
  readonly paise?: number;
  readonly from?: string;
}

it.each<Case>([
  { is: 'of a file', strategies: of('500000 rupees'), paise: 50_000_000, from: 'strategies' },
  {
    ...{ is: 'of several, together', strategies: of('500000 rupees', '1.50 rupees') },
    ...{ paise: 50_000_150, from: 'strategies' },
  },
  {
    ...{ is: 'asked for before that of a file', strategies: of('500000 rupees') },
    ...{ asked: 100, paise: 100, from: 'asked' },
  },
  { is: 'the usual one where a file has none', strategies: of('500000 rupees', null) },
  { is: 'the usual one for another parameter of that name', strategies: of(500_000) },
  { is: 'the usual one without strategies', strategies: of() },
])('is $is', ({ strategies, asked, paise = 100_000_000, from = 'default' }) => {
  expect(capitalUsed(strategies, asked)).toEqual({ capitalPaise: paise, capitalFrom: from });
});

it('is named where it is that of the strategies', () => {
  expect(capitalAssumptions(capitalUsed(of('500000 rupees'), undefined))).toEqual([
    'Returns are relative to ₹5,00,000.00, the "capital" of the strategies; --capital takes another',
  ]);
  expect(capitalAssumptions(capitalUsed(of(), undefined))).toEqual([]);
});
