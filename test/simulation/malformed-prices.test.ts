import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { PRICE_PROBLEMS } from '../../src/market/price-files/price-problems.ts';
import { readPrices } from '../../src/market/price-files/read-prices.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { DOUBTFUL_FILES } from '../support/doubtful-files.ts';
import { MALFORMED_FILES } from '../support/malformed-files.ts';

const { calendar, rules } = loadMarketKnowledge();

const FILES = [...MALFORMED_FILES, ...DOUBTFUL_FILES];

describe('malformed prices are told by file and line, with what is wrong, found and allowed', () => {
  it.each(FILES)('$name', async ({ text, options, told, times, bars: left }) => {
    const [kind, line, what, found, allowed] = told;
    const files = [{ path: 'prices/nifty.csv', text }];
    const read = await readPrices(files, { calendar, rules, ...options });
    const [problem] = read.problems.filter((candidate) => candidate.kind === kind);
    expect(problem).toMatchObject({ file: 'prices/nifty.csv', line });
    const [wrong = '', rest = ''] = problem?.detail.split(': found ', 2) ?? [];
    const [shown = '', wanted = ''] = rest.split(', allowed ', 2);
    expect(wrong).toContain(what);
    expect(shown).toContain(found);
    expect(wanted).toContain(allowed);
    expect(read.problemCounts[kind]).toBe(times ?? 1);
    const bars = (read.indexes['NIFTY'] ?? []).flatMap((day) => day.bars);
    expect(bars).toHaveLength(left);
  });

  it('every kind is here, and in the table of the docs with what becomes of the row', () => {
    const kinds = Object.keys(PRICE_PROBLEMS);
    const here = new Set(FILES.map(({ told: [kind] }) => kind));
    expect([...here].sort()).toEqual(kinds.toSorted());
    expect(kinds.length).toBeGreaterThanOrEqual(20);
    const docs = readFileSync(new URL('../../docs/prices.md', import.meta.url), 'utf8');
    const told = docs.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const inDocs = Object.fromEntries(
      told.flatMap(([, kind = '', , becomes]) =>
        kind.slice(1, -1) in PRICE_PROBLEMS ? [[kind.slice(1, -1), becomes]] : [],
      ),
    );
    expect(inDocs).toEqual(PRICE_PROBLEMS);
  });
});
