import { describe, expect, test } from 'vitest';

import { installGlobals } from '../host/globals/install-globals.ts';
import { instantAt } from '../model/ist.ts';
import {
  type SurfaceFacts,
  type VolatilitySurface,
} from '../simulator/market/pricing/volatility-surface.ts';
import { steadySurface } from './steady-surface.ts';

installGlobals();

const FACTS: SurfaceFacts = {
  ...{ underlying: 'NIFTY', date: '2024-07-10', atMs: instantAt('2024-07-10', '12:20') },
  ...{ expiry: '2024-07-18', type: 'CE', strikePaise: 24_300_00, forwardPaise: 24_334_64 },
  ...{ years: 0.02, atTheMoney: 0.12, usual: 0.121 },
};

function steady(model: VolatilitySurface, other = model): VolatilitySurface {
  return steadySurface('my.ts', [model, other]);
}

describe('a volatility model of the user', () => {
  test('is asked with the facts, and keeps no hold of them', () => {
    const model = steady((facts) => {
      Object.assign(facts, { usual: 0 });
      return facts.atTheMoney * 2;
    });
    expect([model(FACTS), model(FACTS), FACTS.usual]).toEqual([0.24, 0.24, 0.121]);
  });

  test('sees the time of the option for the time', () => {
    expect(steady(() => (Date.now() === FACTS.atMs ? 0.2 : 0.3))(FACTS)).toBe(0.2);
  });

  test.each([
    ['Math.random()', () => Math.random(), /cannot draw random numbers/],
    ['a caught Math.random()', () => caught(() => Math.random()), /cannot draw random numbers/],
    ['fetch', () => caught(fetched), /cannot call fetch/],
    ['a mistake', () => nothing().usual, /Cannot read properties of undefined/],
  ])('fails that uses %s', (_what, model, why) => {
    expect(() => steady(model)(FACTS)).toThrow(
      /^The volatility model my\.ts failed for NIFTY 2024-07-18 24300 CE: /,
    );
    expect(() => steady(model)(FACTS)).toThrow(why);
  });

  test('fails that counts its calls', () => {
    let calls = 0;
    const counting: VolatilitySurface = () => 0.1 + (calls += 1) / 100;
    expect(() => steady(counting)(FACTS)).toThrow(
      'The volatility model my.ts gave two answers for NIFTY 2024-07-18 24300 CE: 0.11 and 0.12',
    );
  });

  test('fails whose instances differ, also long after its first calls', () => {
    let calls = 0;
    const model = steady(
      () => 0.1,
      () => ((calls += 1) > 200 ? 0.2 : 0.1),
    );
    const many = (): void => {
      for (let call = 0; call < 264; call += 1) model(FACTS);
    };
    expect(many).toThrow('two answers');
  });
});

describe('a volatility model that leaves something in a global', () => {
  const LEFT = Symbol.for('left by a model');

  test('fails, whichever of its instances does', () => {
    const leaving: VolatilitySurface = ({ usual, atMs }) => {
      Object.assign(globalThis, { [LEFT]: atMs });
      return usual;
    };
    const why =
      'added Symbol(left by a model) to globalThis: a strategy could read there what is yet to come';
    try {
      const model = steady(leaving);
      expect(() => model(FACTS)).toThrow(why);
      // The global is there already; the model prices nothing more.
      expect(() => model(FACTS)).toThrow(why);
      Reflect.deleteProperty(globalThis, LEFT);
      expect(() => steady(({ usual }) => usual, leaving)(FACTS)).toThrow(why);
    } finally {
      Reflect.deleteProperty(globalThis, LEFT);
    }
  });
});

function caught(work: () => number): number {
  try {
    return work();
  } catch {
    return 0.2;
  }
}

function fetched(): number {
  return fetch('http://127.0.0.1:1') as unknown as number;
}

function nothing(): SurfaceFacts {
  return undefined as unknown as SurfaceFacts;
}
