import { describe, expect, it } from 'vitest';

import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { createBacktestWorld } from './backtest-world.ts';
import { briefAssumptions } from './brief-assumptions.ts';
import { fillAssumptions } from './fill-choice.ts';

const world = createBacktestWorld({
  knowledge: loadMarketKnowledge(),
  prices: {
    ...{ indexes: { NIFTY: [] }, contracts: new Map(), problems: [], problemCounts: {} },
    ...{ countsByDate: new Map(), sources: [], assumptions: ['The name of a file tells nothing'] },
  },
  seed: 'sauda',
});

describe.each(['worse-side-of-bar', 'touch-in-bar'] as const)('fills at %s', (at) => {
  const whole = [...world.assumptions, ...fillAssumptions({ at })];
  const brief = briefAssumptions(whole);

  it('are told in one sentence, like the model, the minutes and the account', () => {
    expect(whole.length).toBeGreaterThan(20);
    expect(brief).toEqual([
      expect.stringMatching(/^Bars are those of NIFTY/),
      'The name of a file tells nothing',
      expect.stringMatching(
        /^Within a minute the index is at its open from second 0, .* 15, .* 35, .* 59$/,
      ),
      expect.stringMatching(/^In minutes without a bar/),
      expect.stringMatching(/were modelled|are modelled, not recorded/),
      expect.stringMatching(/^Options by Black-76, forwards at 6\.5 % a year; .*volatility/),
      expect.stringMatching(/^Quotes and orders are looked at/),
      expect.stringMatching(/^One account: costs by the rate table/),
      expect.stringMatching(
        at === 'touch-in-bar'
          ? /at the best price of the moment.*, at the one held from before in a minute without a bar; .*20 to 120 ms; large ones fill in parts$/
          : /at the worst price of their minute.*, nothing in a minute without a bar; .*20 to 120 ms; large ones fill in parts$/,
      ),
    ]);
  });

  it('are told whole where a sentence of them is worded otherwise', () => {
    const other = whole.map((text) => text.replace('Smile: -5 %', 'Smile: -6 %'));
    expect(briefAssumptions(other)).toContain(
      'Options are priced by Black-76 on a forward that carries 6.5 % a year; Indian index options are European and cash-settled',
    );
  });
});

it('leaves sentences of other programs as they are', () => {
  expect(briefAssumptions(['one', 'two'])).toEqual(['one', 'two']);
});
