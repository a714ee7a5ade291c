import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { extraTags, isOurTag, orderTag, type TagParts } from './tag.ts';

/** Names as hostile to a hash of joined parts as they come, but without a line break. */
const names = fc.oneof(
  fc.constantFrom('', '0', '1', '11', 'ce', 'ce 0', 'entry', 'live', 'straddle@2026-11-20/live'),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\n', ' ')),
);
const parts: fc.Arbitrary<TagParts> = fc.record({
  mode: fc.constantFrom('live', 'paper'),
  account: names,
  runId: names,
  leg: names,
  role: fc.constantFrom('entry', 'exit', 'stop', 'target'),
  occurrence: fc.oneof(fc.nat(12), fc.nat()),
  slice: fc.nat(12),
});

/** A tag once more: the digest as one large number, of which the first 80 bits are spelled out. */
function modelTag({ mode, account, runId, leg, role, occurrence, slice }: TagParts): string {
  const lines = [mode, account, runId, leg, role, occurrence, slice].join('\n');
  let number = BigInt(`0x${createHash('sha256').update(lines).digest('hex')}`) >> 176n;
  let word = '';
  for (let letter = 0; letter < 16; letter += 1) {
    word = `${'abcdefghijklmnopqrstuvwxyz234567'.charAt(Number(number % 32n))}${word}`;
    number /= 32n;
  }
  return `s${mode.charAt(0)}${word}`;
}

describe('a tag', () => {
  it('is a function of the decision that anybody can compute', () => {
    fc.assert(
      fc.property(parts, (one) => {
        expect(orderTag(one)).toBe(modelTag(one));
      }),
    );
  });

  it('is 18 letters and digits, whatever the names are, and known as ours', () => {
    fc.assert(
      fc.property(parts, (one) => {
        expect(orderTag(one)).toMatch(/^[a-z0-9]{18}$/);
        expect(isOurTag(orderTag(one))).toBe(true);
      }),
    );
  });

  it('is shared by two decisions only where they are one', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 2, maxLength: 30 }), (all) => {
        const decisions = new Map(
          all.map((one) => [JSON.stringify(Object.entries(one).toSorted()), one]),
        );
        const tags = new Set([...decisions.values()].map(orderTag));
        expect(tags.size).toBe(decisions.size);
      }),
    );
  });

  it('moves with each single part', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        for (const key of Object.keys(one) as (keyof TagParts)[]) {
          const mixed: TagParts = { ...one, [key]: other[key] };
          expect(orderTag(mixed) === orderTag(one)).toBe(one[key] === other[key]);
        }
      }),
    );
  });

  it('is not what others write', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 24 }), fc.nat(17), parts, (text, at, one) => {
        const tag = orderTag(one);
        expect(isOurTag(`${tag}${text}`)).toBe(text === '');
        expect(isOurTag(`${tag.slice(0, at)}_${tag.slice(at + 1)}`)).toBe(false);
      }),
    );
  });
});

describe('the words that travel with an order', () => {
  it('are at most 30 characters, whole where they fit, and told apart where they do not', () => {
    fc.assert(
      fc.property(names, names, names, (runId, other, leg) => {
        const [mine, theirs] = [runId, other].map((id) => {
          return extraTags({ runId: id, leg, role: 'exit' });
        });
        for (const word of Object.values(mine ?? {})) expect(word.length).toBeLessThanOrEqual(30);
        expect(mine?.['run'] === theirs?.['run']).toBe(runId === other);
        expect(mine?.['leg'] === leg).toBe(leg.length <= 30);
      }),
    );
  });
});
