import { describe, expect, test } from 'vitest';

import { parseGenerate } from './parse-generate.ts';
import { sharesOf, USUAL_SHARES } from './regime.ts';

function only(shares: Partial<Record<string, number>>, pin = 0) {
  return { days: sharesOf((regime) => shares[regime] ?? 0), pin };
}

describe('what is asked of the generator', () => {
  test.each([
    ['7', '7', USUAL_SHARES],
    ['my.seed-2_a', 'my.seed-2_a', USUAL_SHARES],
    ['7:crash', '7', only({ crash: 1 })],
    ['7:trend=0.6,chop=0.4', '7', only({ trend: 0.6, chop: 0.4 })],
    ['7: trend = .6 , chop = 0.4', '7', only({ trend: 0.6, chop: 0.4 })],
    ['7:trend=0.1,gap=0.2,chop=0.7', '7', only({ trend: 0.1, gap: 0.2, chop: 0.7 })],
    ['7:gap,circuit', '7', only({ gap: 0.5, circuit: 0.5 })],
    ['7:pin', '7', only({ calm: 1 }, 1)],
    ['7:pin=0.25', '7', only({ calm: 1 }, 0.25)],
    ['7:trend=1,pin=0.5', '7', only({ trend: 1 }, 0.5)],
    ['7:outage,pin', '7', only({ outage: 1 }, 1)],
  ])('%s', (text, seed, regimes) => {
    expect(parseGenerate(text)).toEqual({ ok: true, value: { seed, regimes } });
  });

  test.each([
    ['', 'seed', ''],
    [':crash', 'seed', ''],
    ['seven up', 'seed', 'seven up'],
    ['7:', 'Unknown regime', ''],
    ['7:crsh', 'Unknown regime', 'crsh'],
    ['7:crash,', 'Unknown regime', ''],
    ['7:crash,crash', 'twice', 'crash'],
    ['7:crash=2', 'share of "crash"', 'crash=2'],
    ['7:crash=-0.1', 'share of "crash"', 'crash=-0.1'],
    ['7:crash=half', 'share of "crash"', 'crash=half'],
    ['7:crash=', 'share of "crash"', 'crash='],
    ['7:crash=1=1', 'share of "crash"', 'crash=1=1'],
    ['7:crash=0.5', 'come to 1', '0.5 in all'],
    ['7:crash=0.6,calm=0.6', 'come to 1', '1.2 in all'],
    ['7:crash=0.5,calm', 'Either every', 'no share of calm'],
  ])('"%s" is refused', (text, says, found) => {
    const message: unknown = expect.stringContaining(says);
    expect(parseGenerate(text)).toMatchObject({ ok: false, error: { message, found } });
  });

  test('a slip is answered with the nearest word', () => {
    const read = parseGenerate('7:crsh');
    expect(read).toMatchObject({ ok: false, error: { nearest: 'crash' } });
  });
});
