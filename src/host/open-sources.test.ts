import { concat, of, Subject, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Json } from '../base/json.ts';
import { defineSource, type Source } from '../strategy/context.ts';
import { openSources } from './open-sources.ts';

function open(sources: readonly Source<Json>[]): { heard: string[]; close: () => void } {
  const heard: string[] = [];
  const close = openSources(sources, {
    onValue: (source, value) => heard.push(`${source}: ${JSON.stringify(value)}`),
    onProblem: ({ source, what, detail }) => heard.push(`${source} ${what} ${detail}`),
  });
  return { heard, close };
}

describe('openSources', () => {
  it('hands on values as plain JSON until it is closed', () => {
    const live = new Subject<Json>();
    const { heard, close } = open([{ name: 'vix', open: () => live }]);
    live.next({ level: 14, at: new Date(0) as unknown as string });
    close();
    live.next(15);
    expect(heard).toEqual(['vix: {"level":14,"at":"1970-01-01T00:00:00.000Z"}']);
  });

  it('tells what is wrong with a source and goes on with the others', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const { heard } = open([
      {
        name: 'broken',
        open: () => {
          throw new RangeError('no file');
        },
      },
      {
        name: 'ends',
        open: () =>
          concat(
            of(1),
            throwError(() => new RangeError('gone')),
          ),
      },
      {
        name: 'odd',
        open: () => of(circular as Json, undefined as unknown as Json, { level: NaN }, 2),
      },
    ]);
    expect(heard).toEqual([
      'broken not-opened no file',
      'ends: 1',
      'ends ended gone',
      'odd no-json ',
      'odd no-json ',
      'odd no-json ',
      'odd: 2',
    ]);
  });

  it('leaves out what does not fit the schema, without what it does not know, though it throws', () => {
    const schema = z.object({ level: z.number() }).refine(({ level }) => {
      if (level > 99) throw new RangeError('too odd');
      return level > 10;
    }, 'Too low');
    const values = of({ level: 14, more: 1 }, { level: 5 }, { level: 'high' }, { level: 100 });
    const { heard } = open([defineSource({ name: 'vix', schema, open: () => values })]);
    expect(heard).toEqual([
      'vix: {"level":14}',
      'vix unfit Too low, found {"level":5}',
      'vix unfit Invalid input: expected number, received string at level, found "high"',
      'vix unfit its schema failed: too odd',
    ]);
  });
});
