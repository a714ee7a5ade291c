import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { aResult } from '../../../../test/support/results/a-result.ts';
import { aSweptResult } from '../../../../test/support/results/a-sweep.ts';

describe('sauda report', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
    desk.write('day.json', JSON.stringify(aResult({ dates: 3 })));
  });
  afterEach(() => {
    desk.close();
  });
  const read = (name: string): string => readFileSync(join(desk.directory, name), 'utf8');

  it('writes the page beside the result, or where it is told to', async () => {
    const ended = await desk.sauda('report', 'day.json');
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toContain('Wrote day.html');
    expect(read('day.html')).toContain('<title>Backtest: short-straddle</title>');
    const elsewhere = await desk.sauda('report', 'day.json', '--out', 'page.html', '--json');
    const bytes = Buffer.byteLength(read('day.html'));
    expect(JSON.parse(elsewhere.out)).toEqual({ schemaVersion: 1, file: 'page.html', bytes });
    expect(read('page.html')).toBe(read('day.html'));
  });

  it('says what is wrong with a file that is no result, and writes nothing', async () => {
    desk.write('other.json', '{"schemaVersion": 1}');
    const ended = await desk.sauda('report', 'other.json');
    expect(ended.code).toBe(3);
    expect(ended.err).toContain('other.json');
    expect(() => read('other.html')).toThrow('ENOENT');
    const missing = await desk.sauda('report', 'none.json');
    expect(missing.code).toBe(3);
    expect(missing.err).toContain('Cannot read a result');
  });

  it('tells the result of a sweep for what it is, and what to do', async () => {
    desk.write('sweep.json', JSON.stringify(aSweptResult()));
    for (const command of [['report'], ['compare', 'day.json']]) {
      const { code, err } = await desk.sauda(...command, 'sweep.json');
      expect(code).toBe(3);
      expect(err).toMatch(/^sweep\.json: This is the result of a sweep[^]*--report FILE/);
      expect(err).not.toContain('older');
    }
  });

  it('does not overwrite the result, and says when it cannot write', async () => {
    const before = read('day.json');
    const onto = await desk.sauda('report', 'day.json', '--out', './day.json');
    expect(onto.code).toBe(2);
    expect(read('day.json')).toBe(before);
    const nowhere = await desk.sauda('report', 'day.json', '--out', 'no/such/page.html');
    expect(nowhere.code).toBe(2);
    expect(nowhere.err).toContain('Cannot write the result');
  });
});
