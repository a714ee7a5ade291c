import { describe, expect, it } from 'vitest';

import { extraTags, isOurTag, orderTag, type TagParts } from './tag.ts';

const parts: TagParts = {
  mode: 'live',
  account: 'default',
  runId: 'straddle@2026-11-20/live',
  leg: 'ce',
  role: 'entry',
  occurrence: 0,
  slice: 0,
};

describe('orderTag', () => {
  it('is the same for the same decision on every machine', () => {
    expect(orderTag(parts)).toBe(orderTag({ ...parts }));
    expect(orderTag(parts)).toMatch(/^sl[a-z2-7]{16}$/);
    expect(isOurTag(orderTag(parts))).toBe(true);
    expect(isOurTag('someone-elses')).toBe(false);
  });

  it('differs in every part', () => {
    const others: TagParts[] = [
      { ...parts, mode: 'paper' },
      { ...parts, account: 'other' },
      { ...parts, runId: 'straddle@2026-11-21/live' },
      { ...parts, leg: 'pe' },
      { ...parts, role: 'exit' },
      { ...parts, occurrence: 1 },
      { ...parts, slice: 1 },
    ];
    const tags = [parts, ...others].map(orderTag);
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('extraTags', () => {
  it('fit the platform: at most 30 characters, long names still told apart', () => {
    const [left, right] = ['a', 'b'].map((end) =>
      extraTags({ runId: `${'x'.repeat(32)}@2026-11-20/${end}`, leg: 'ce', role: 'stop' }),
    );
    expect(left?.['run']).toHaveLength(30);
    expect(left?.['run']).not.toBe(right?.['run']);
    expect(left).toMatchObject({ leg: 'ce', role: 'stop' });
  });
});

it('a paper order has a tag of its own', () => {
  expect(orderTag({ ...parts, mode: 'paper' })).toMatch(/^sp[a-z2-7]{16}$/);
});

it('words of more than thirty characters keep their head and a hash of eight', () => {
  const run = (length: number) => extraTags({ ...parts, runId: 'r'.repeat(length) })['run'];
  expect(run(30)).toBe('r'.repeat(30));
  expect(run(31)).toMatch(/^r{21}-[a-z2-7]{8}$/);
});
