import { expect, test } from 'vitest';

import { tiles } from './elements.ts';
import { volatilityTiles } from './volatility-tiles.ts';

function run(netPaise: number, worstFillsNetPaise: number) {
  return { grossPaise: netPaise, costsPaise: 0, netPaise, trades: 2, worstFillsNetPaise };
}

const beside = {
  netPaise: -83_362,
  worstFillsNetPaise: -104_488,
  band: { share: 0.2, lower: run(-90_075, -110_000), higher: run(91_681, -120_001) },
};

function text(kind: 'given' | 'generated', of = beside): string {
  return tiles(volatilityTiles(of, { kind })).text;
}

test('shows both runs and the worst of the three as coloured amounts that no line breaks', () => {
  const shown = text('given');
  expect(shown).toContain('<dt>Volatility 20\u00a0% lower, higher</dt>');
  expect(shown).toContain(
    '<span class="amount loss">−\u2060₹900.75</span>, <span class="amount gain">',
  );
  expect(shown).toContain('<dt>Worst of the three volatilities</dt>');
  expect(shown).toContain('net, volatility 20\u00a0% higher, every fill at its worst');
  expect(shown).toContain('This bounds nothing: ');
});

test('says that the net lies outside of both, and nothing of a market for generated prices', () => {
  const { lower } = beside.band;
  const shown = text('generated', { ...beside, band: { ...beside.band, higher: lower } });
  expect(shown).toContain('the days run again. The net lies above both');
  expect(shown).not.toContain('This bounds nothing');
});

test('is empty where the days were not run again', () => {
  expect(volatilityTiles({ netPaise: 1 }, { kind: 'given' })).toEqual([]);
});
