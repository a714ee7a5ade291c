import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, describe, expect, test } from 'vitest';

import { installGlobals } from '../../host/globals/install-globals.ts';
import {
  type SurfaceFacts,
  type VolatilitySurface,
} from '../../market/option-pricing/volatility-surface.ts';
import { instantAt } from '../../model/time/ist.ts';
import { loadSurface, steadySurface } from './load-surface.ts';

const folder = mkdtempSync(join(tmpdir(), 'sauda-model-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a volatility model outside of any project', () => {
  test('has the kit, as a strategy has', async () => {
    const text = `import { type SurfaceFacts } from 'sauda';
import { map } from 'rxjs';
export default ({ usual }: SurfaceFacts): number => (typeof map === 'function' ? usual : 0);
`;
    const loaded = await loadSurface(fileOf('smile.ts', text));
    expect(loaded).toMatchObject({ ok: true, value: { surface: { file: 'smile.ts' } } });
  });

  test.each([
    ['nope.ts', "import 'nope';\n", { found: /^Cannot find package 'nope'/, line: null }],
    ['syntax.ts', 'export const x = 1;\nexport default (', { found: /./, line: 2 }],
    ['throws.ts', "\nthrow new TypeError('no table');", { found: /^no table$/, line: 2 }],
  ])('says what is wrong with %s, and where', async (name, text, { found, line }) => {
    const path = fileOf(name, text);
    const loaded = await loadSurface(path);
    const [problem] = loaded.ok ? [] : loaded.error;
    expect(problem).toMatchObject({ message: 'Cannot load the volatility model', file: path });
    expect(problem?.found).toMatch(found);
    expect(problem?.line ?? null).toBe(line);
    expect(problem?.next).toContain('docs/option-prices.md');
  });

  test('is asked in instances that no strategy comes to', async () => {
    fileOf('kept.ts', 'export const kept: number[] = [];');
    const path = fileOf(
      'keeps.ts',
      `import { kept } from './kept.ts';
export default ({ usual }: { usual: number }): number => { kept.push(usual); return usual; };
`,
    );
    const loaded = await loadSurface(path);
    const facts = { usual: 0.2, atMs: 0, strikePaise: 100 } as SurfaceFacts;
    const answer = loaded.ok ? loaded.value.surface.surface(facts) : null;
    const { kept } = (await import(pathToFileURL(join(folder, 'kept.ts')).href)) as {
      kept: readonly number[];
    };
    expect([answer, kept]).toEqual([0.2, []]);
  });

  test('may add nothing to globalThis while it is loaded', async () => {
    const path = fileOf(
      'global.ts',
      'Object.assign(globalThis, { leftByAModel: [] });\nexport default () => 0.2;',
    );
    expect(await loadSurface(path)).toMatchObject({
      error: [{ message: 'The volatility model adds to globalThis', found: 'leftByAModel' }],
    });
    Reflect.deleteProperty(globalThis, 'leftByAModel');
  });

  test('must export a function', async () => {
    const loaded = await loadSurface(fileOf('number.ts', 'export default 0.14;'));
    expect(loaded).toMatchObject({ error: [{ found: 'a default export of type number' }] });
  });
});

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
