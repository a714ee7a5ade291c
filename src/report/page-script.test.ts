import { createContext, runInContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { PAGE_SCRIPT } from './page-script.ts';

/** The script as a browser runs it, over a page that has none of the elements it looks for. */
function loaded(): (expression: string) => unknown {
  const document = {
    documentElement: {},
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener: () => undefined,
  };
  const window = { document, location: { hash: '' }, addEventListener: () => undefined };
  const context = createContext({ window });
  runInContext(PAGE_SCRIPT, context);
  return (expression) => runInContext(expression, context) as unknown;
}

describe('the page script', () => {
  it('runs by itself, and cannot end the element that holds it', () => {
    expect(loaded()('typeof startPage')).toBe('function');
    expect(PAGE_SCRIPT).not.toMatch(/<\/|<!--|import|require/);
  });

  it('reads values off a line, also between its points and beyond its ends', () => {
    const run = loaded();
    const levels = [0, 5, 6, 7, 9, 40].map((x) =>
      run(`levelAt('M5 100l1-20 2 30 1-5', ${String(x)})`),
    );
    expect(levels).toEqual([100, 100, 80, 80, 105, 105]);
  });

  it('sorts amounts as numbers, whatever their sign and groups, and texts after them', () => {
    const run = loaded();
    const cells = ['+₹1,23,456.05', '−\u2060₹5.00', '₹0.00', '71.3 %', 'open', '–', '2024-01-02'];
    const keys = cells.map((textContent) =>
      run(`sortKey(${JSON.stringify({ dataset: {}, textContent })})`),
    );
    expect(keys).toEqual([123_456.05, -5, 0, 71.3, 'open', '–', '2024-01-02']);
    const sorted = run(`${JSON.stringify(['b', 2, 'a', -1])}.sort(compareKeys).join()`);
    expect(sorted).toBe('-1,2,a,b');
  });

  it.each([
    [600, [true, false, true, true, true]],
    [570, [true, false, false, true, false]],
    [540, [false, false, false, false, false]],
    [620, [false, true, false, true, true]],
    [null, [true, true, true, true, true]],
  ])('shows what stood at minute %s', (minute, shown) => {
    const rows = [
      { part: 'rule up', from: 555, until: 605 },
      { part: 'rule up', from: 610, until: 610 },
      { part: 'leg ce', from: 600, until: 600 },
      { part: 'order ce', from: 560, until: 561 },
      { part: 'leg ce', from: 600, until: 601 },
    ].map((dataset) => ({ dataset, hidden: false }));
    const run = loaded();
    run(`globalThis.rows = ${JSON.stringify(rows)}`);
    run(
      `showMoments({ querySelectorAll: () => rows, querySelector: () => null }, ${String(minute)})`,
    );
    expect(run('rows.map(({ hidden }) => !hidden)')).toEqual(shown);
    // Sorted by a head of the table, the latest of a part may come first.
    run('rows.sort((one, other) => other.dataset.from - one.dataset.from)');
    run(
      `showMoments({ querySelectorAll: () => rows, querySelector: () => null }, ${String(minute)})`,
    );
    const ups = 'rows.filter(({ dataset }) => dataset.part === "rule up")';
    expect(run(`${ups}.map(({ hidden }) => !hidden)`)).toEqual([shown[1], shown[0]]);
  });

  it('tells amounts and places in words', () => {
    const run = loaded();
    expect(run('amountText(-12345605)')).toBe('−#1,23,456.05');
    expect(run("placeText({ dataset: { readout: 'clock', start: '555' } }, 61)")).toBe('10:16');
    expect(run("placeText({ dataset: { readout: 'names', names: 'a|b' } }, 1)")).toBe('b');
  });
});
