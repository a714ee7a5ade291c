import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { hasTypes, typesOf } from './type-check-thread.ts';

/** Outside any project: neither the kit, nor its packages, nor a compiler is installed there. */
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sauda-types-')));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function write(name: string, text: string): string {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const STRATEGY = `import { readFileSync } from 'node:fs';
import { map } from 'rxjs/operators';
import { DateTime } from 'luxon';
import { defineStrategy, squareOff, z, type Order } from 'sauda';
import { reason } from './reason.ts';

export default defineStrategy({
  name: 'typed',
  params: z.object({ lots: z.int().default(1) }),
  run: ({ at, params }) =>
    at('15:10').pipe(map(() => squareOff(reason(params.lots + DateTime.now().hour), LEGS))),
});
console.log(process.pid, readFileSync);
export const held = (orders: readonly Order[]): number => orders.length;
`;
const REASON = 'export const reason = (lots: number): string => `of ${String(lots)}`;\n';

describe('types of strategies outside any project', () => {
  it('may have something unused, whatever their project says of it', async () => {
    const source =
      "import { readFileSync } from 'node:fs';\nexport const add = (a: number, b: number): number => {\n  const unused = 1;\n  return a;\n  return 0;\n};\n";
    const unused = write('unused/unused.ts', source);
    const strict = { strict: true, noUnusedLocals: true, noUnusedParameters: true };
    const compilerOptions = { ...strict, allowUnreachableCode: false };
    write('unused/tsconfig.json', JSON.stringify({ compilerOptions }));
    expect(await typesOf([unused])).toEqual([{ files: [unused], kind: 'compiled', problems: [] }]);
  }, 30_000);

  it('are compiled, with the kit and its packages, and errors are those of their own files', async () => {
    const good = write('good.ts', STRATEGY.replace(', LEGS', ''));
    const bad = write('bad.ts', STRATEGY.replace('LEGS', "'al'"));
    write('reason.ts', REASON);
    // The nearest configuration counts: it is looser here, and misspells nothing.
    const loose = write('loose/loose.ts', 'export const add = (a, b) => a + b;\n');
    write(
      'loose/tsconfig.json',
      '{ "compilerOptions": { "strict": false, "composite": true, "lib": ["es5"], "types": [] } }',
    );
    const broken = write('broken/broken.ts', 'export {};\n');
    write('broken/tsconfig.json', '{ "compilerOptions": { "strikt": true } }');
    expect(await typesOf([good, bad, loose, broken])).toEqual([
      {
        files: [good, bad],
        kind: 'compiled',
        problems: [
          {
            file: bad,
            line: 11,
            column: 85,
            code: expect.stringMatching(/^TS2\d\d\d$/) as unknown,
            message: expect.stringContaining(`'"al"'`) as unknown,
          },
        ],
      },
      { files: [loose], kind: 'compiled', problems: [] },
      {
        files: [broken],
        kind: 'not-compiled',
        reason: expect.stringContaining("Unknown compiler option 'strikt'") as unknown,
      },
    ]);
  }, 20_000);
});

describe('types are not compiled', () => {
  const path = join(directory, 'any.ts');
  const USABLE = { folder: directory, version: '6.0.0' };

  it('where typescript is not installed', async () => {
    expect(await typesOf([path], { findCompiler: () => null })).toEqual([
      {
        files: [path],
        kind: 'not-compiled',
        reason: 'typescript is not installed here (npm i -D typescript)',
      },
    ]);
  });

  it('by a version that cannot be called', async () => {
    const findCompiler = () => ({ folder: directory, version: '7.0.1', main: path });
    expect(await typesOf([path], { findCompiler })).toMatchObject([
      { kind: 'not-compiled', reason: expect.stringContaining('typescript 7.0.1') as unknown },
    ]);
  });

  it('by one that throws', async () => {
    const main = write('throws.cjs', 'throw new Error("mine");');
    expect(await typesOf([path], { findCompiler: () => ({ ...USABLE, main }) })).toMatchObject([
      { kind: 'not-compiled', reason: 'the compiler failed: mine' },
    ]);
  });

  it('by one that never ends', async () => {
    const main = write('endless.cjs', 'for (;;);');
    const options = { wholeMs: 300, findCompiler: () => ({ ...USABLE, main }) };
    expect(await typesOf([path], options)).toMatchObject([
      { kind: 'not-compiled', reason: 'the compiler has not ended after 0.3 s' },
    ]);
  });
});

it('JavaScript and YAML have none', () => {
  expect(['a.ts', 'a.mts', 'a.js', 'a.yaml'].map(hasTypes)).toEqual([true, true, false, false]);
});
