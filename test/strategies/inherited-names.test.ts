import { isDeepStrictEqual } from 'node:util';

import { EMPTY, map, merge } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Json } from '../../src/base/json.ts';
import { type Problem } from '../../src/base/problem.ts';
import { fail, ok } from '../../src/base/result.ts';
import { type ReadPart } from '../../src/language/blueprints/read-part.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { applyParams } from '../../src/loading/apply-params.ts';
import {
  alert,
  defineSource,
  defineStrategy,
  legDesk,
  percent,
  place,
  protect,
  selectNow,
  sell,
  type Strategy,
  strike,
} from '../../src/index.ts';
import { type DayScript, playDay, type SourceValue } from './scripted-day.ts';

/** Names that objects, lists or functions have by themselves, and some that a library may ask an object for. */
const INHERITED = [
  ...[Object.prototype, Array.prototype, Function.prototype, Map.prototype]
    .flatMap((one) => Object.getOwnPropertyNames(one))
    .filter((name, at, all) => all.indexOf(name) === at),
  ...['prototype', 'then', 'toJSON', 'value', 'parts', 'default', 'kind'],
];
/** A name that nothing has by itself. */
const PLAIN = 'plain';
const HEAD = 'name: mine\nschemaVersion: 1\nunderlying: NIFTY\nexit: 15:10\n';
const LEG = 'legs: { ce: { side: sell, type: CE, strike: ATM, stop: 30% } }\n';

type Refuses = (name: string) => boolean;

const isNoName: Refuses = (name) => !/^[a-z][a-z0-9-]*$/.test(name);
const isOfEveryObject: Refuses = (name) => name in {};
const isNoParameter: Refuses = (name) => isNoName(name) || ['constructor', 'name'].includes(name);
const isNoLeg: Refuses = (name) => !/^[a-z0-9._-]+$/.test(name);
const isNoField: Refuses = (name) => name.startsWith('_');

/** A place where a user gives a name, and a day that depends on what stands under it. */
interface Place {
  readonly place: string;
  /** The file with that name in that place. */
  readonly file: (name: string) => string;
  /** Whether it is a parameter, too: what a configuration gives, and another value that changes nothing. */
  readonly given?: Json;
  /** Whether no such thing can have this name. */
  readonly refuses: Refuses;
  /** What its sources bring. @default none */
  readonly values?: (name: string) => readonly SourceValue[];
}

const PLACES: readonly Place[] = [
  {
    place: 'a leg',
    refuses: isNoName,
    file: (name) =>
      `${HEAD}entry: 09:20\nlegs:\n  ${name}: { side: sell, type: CE, strike: ATM, stop: 5%, onStop: { exit: [${name}] } }\n`,
  },
  {
    place: 'a parameter',
    refuses: isNoParameter,
    file: (name) =>
      `${HEAD}parameters: { ${name}: { default: 23000 points } }\n${LEG}rules: [{ when: { at: 09:20 }, if: index > ${name}, then: [{ enter: all }] }]\n`,
    given: '25000 points',
  },
  {
    place: 'a variable',
    refuses: isNoName,
    file: (name) =>
      `${HEAD}variables: { ${name}: 1 }\n${LEG}rules: [{ when: { every: 10m }, if: ${name} < 3, then: [{ alert: '{${name}}' }, { set: { ${name}: ${name} + 1 } }] }]\n`,
  },
  {
    place: 'a rule',
    refuses: isNoName,
    file: (name) =>
      `${HEAD}${LEG}rules: [{ name: ${name}, when: { at: 09:20 }, then: [{ enter: all }] }]\n`,
  },
  {
    place: 'an input',
    refuses: isOfEveryObject,
    file: (name) =>
      `${HEAD}entry: 09:20\nblueprint: { inputs: { ${name}: { type: percent, default: 25% } } }\nlegs: { ce: { side: sell, type: CE, strike: ATM, stop: { input: ${name} } } }\n`,
    given: '5%',
  },
  {
    place: 'an input that a file gives',
    refuses: isOfEveryObject,
    file: (name) => `name: mine\nschemaVersion: 1\nuse: ./${name}.yaml\ninputs: { ${name}: 5% }\n`,
    given: '25%',
  },
  {
    place: 'a source of rules',
    refuses: isNoName,
    file: (name) =>
      `${HEAD}sources: { ${name}: { file: ./vix.ts, fields: { level: number } } }\n${LEG}rules: [{ when: { at: 09:20 }, if: ${name}.level > 3, then: [{ enter: all }] }]\n`,
    values: (name) => [{ from: '09:16', source: name, value: { level: 5 } }],
  },
  {
    place: 'a field of a source',
    refuses: isNoField,
    file: (name) =>
      `${HEAD}sources: { vix: { file: ./vix.ts, fields: { ${name}: number } } }\n${LEG}rules: [{ when: { at: 09:20 }, if: vix.${name} > 3, then: [{ enter: all }] }]\n`,
    values: (name) => [{ from: '09:16', source: 'vix', value: Object.fromEntries([[name, 5]]) }],
  },
  {
    place: 'a strategy',
    refuses: isNoName,
    file: (name) => `${HEAD.replace('mine', name)}entry: 09:20\n${LEG}`,
  },
];

/** The blueprint that asks for an input with the name of its file, which has a default. */
const readPart: ReadPart = (asked) => {
  const name = asked.replace(/^\.\/|\.yaml$/g, '');
  const of = PLACES.find(({ place }) => place === 'an input');
  return of === undefined
    ? fail({ message: 'No such file', parts: {} })
    : ok({ file: asked, path: `/${asked}`, text: of.file(name) });
};

/** What was decided, with a name in place of another in every text. */
function renamed(value: unknown, from: string): unknown {
  const word = new RegExp(`(?<![a-zA-Z])${from}(?![a-zA-Z])`, 'g');
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(word, PLAIN) : inner,
  );
}

/** What a file decides under these parameters, or what is wrong with it. */
function decided(
  text: string,
  params: Readonly<Record<string, Json>>,
  sourceValues: readonly SourceValue[],
): unknown {
  const compiled = compileStrategy(text, 'mine.yaml', { readPart });
  if (!compiled.ok) return { refused: compiled.error };
  const applied = applyParams(compiled.value, params, 'mine.yaml');
  if (!applied.ok) return { refused: applied.error };
  const index = (time: string): number => (time < '10:00' ? 24_000 : 24_050);
  const { log, commands } = playDay({
    strategy: compiled.value,
    params,
    index,
    sourceValues,
    pollEveryMs: 20_000,
  });
  return JSON.parse(JSON.stringify({ log, commands }));
}

/** Which names are refused, and which neither are nor work as any other. */
function triedNames(tried: (name: string) => 'refused' | boolean): {
  readonly refused: readonly string[];
  readonly half: readonly string[];
} {
  const all = INHERITED.map((name) => ({ name, how: tried(name) }));
  const names = (of: 'refused' | boolean): readonly string[] =>
    all.flatMap(({ name, how }) => (how === of ? [name] : []));
  return { refused: names('refused'), half: names(false) };
}

function refusedAt(of: unknown): readonly Problem[] | null {
  return (of as { readonly refused?: readonly Problem[] }).refused ?? null;
}

describe.each(PLACES)('the name of $place', ({ file, given, refuses, values = () => [] }) => {
  const variants: readonly (readonly [string, (name: string) => Record<string, Json>])[] = [
    ['alone', () => ({})],
    ...(given === undefined
      ? []
      : [['with a parameter', (name: string) => Object.fromEntries([[name, given]])] as const]),
  ];

  it.each(variants)('works as any other, where it is one: %s', (_, paramsOf) => {
    const plain = decided(file(PLAIN), paramsOf(PLAIN), values(PLAIN));
    expect(refusedAt(plain)).toBeNull();
    const { refused, half } = triedNames((name) => {
      const own = decided(file(name), paramsOf(name), values(name));
      const [problem] = refusedAt(own) ?? [];
      // One that is refused, is so in the file, by its name.
      const isAtPlace = typeof problem?.line === 'number' && problem.found?.includes(name);
      return isAtPlace === true ? 'refused' : isDeepStrictEqual(renamed(own, name), plain);
    });
    expect(refused).toEqual(INHERITED.filter(refuses));
    expect(half).toEqual([]);
  });
});

/** What a strategy of code does with a name, or what it throws. */
function coded(
  make: (name: string) => Strategy,
  name: string,
  script: Partial<DayScript>,
): unknown {
  try {
    const { log, commands, last } = playDay({
      strategy: make(name),
      pollEveryMs: 20_000,
      ...script,
    });
    if (last?.failure !== undefined) return { thrown: last.failure };
    return JSON.parse(JSON.stringify({ log, commands }));
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error) };
  }
}

describe('a name in code', () => {
  interface InCode {
    readonly of: string;
    readonly refuses: Refuses;
    readonly make: (name: string) => Strategy;
    readonly scriptOf: (name: string) => Partial<DayScript>;
  }
  const IN_CODE: readonly InCode[] = [
    {
      of: 'of a parameter',
      refuses: isOfEveryObject,
      make: (name) =>
        defineStrategy({
          name: 'mine',
          params: z.object({ [name]: z.number().default(1) }),
          run: ({ params, at }) => at('09:20').pipe(map(() => alert('info', String(params[name])))),
        }),
      scriptOf: () => ({}),
    },
    {
      of: 'of a source',
      refuses: () => false,
      make: (name) => {
        const source = defineSource({ name, open: () => EMPTY });
        return defineStrategy({
          name: 'mine',
          sources: [source],
          run: (context) => context.from(source).pipe(map((value) => alert('info', String(value)))),
        });
      },
      scriptOf: (name) => ({ sourceValues: [{ from: '10:00', source: name, value: 7 }] }),
    },
    {
      of: 'of a leg of a desk',
      refuses: isNoLeg,
      make: (name) =>
        defineStrategy({
          name: 'mine',
          run: (context) => {
            const leg = {
              side: 'sell',
              type: 'CE',
              strike: strike.otm(0),
              stop: percent(30),
            } as const;
            const legs = Object.fromEntries([[name, leg]]);
            const desk = legDesk(context, { underlying: 'NIFTY', exit: '15:10', legs });
            return desk.run(desk.enterAt('09:20'), desk.protect());
          },
        }),
      scriptOf: () => ({}),
    },
    {
      of: 'of a leg that is placed',
      refuses: isNoLeg,
      make: (name) =>
        defineStrategy({
          name: 'mine',
          run: ({ at, chain, fills }) =>
            merge(
              at('09:20').pipe(
                selectNow(chain('NIFTY')),
                map(({ atm }) => place(sell(atm.ce, { leg: name, lots: 1 }))),
              ),
              fills.pipe(protect({ stop: percent(30) })),
            ),
        }),
      scriptOf: () => ({}),
    },
  ];

  it.each(IN_CODE)('works as any other, where it is one: $of', ({ refuses, make, scriptOf }) => {
    const plain = coded(make, PLAIN, scriptOf(PLAIN));
    expect((plain as { readonly log: readonly string[] }).log.length).toBeGreaterThan(0);
    const { refused, half } = triedNames((name) => {
      const own = coded(make, name, scriptOf(name));
      const { thrown } = own as { readonly thrown?: string };
      const isByName = thrown?.includes(`"${name}"`) === true;
      return isByName ? 'refused' : isDeepStrictEqual(renamed(own, name), plain);
    });
    expect(refused).toEqual(INHERITED.filter(refuses));
    expect(half).toEqual([]);
  });
});
