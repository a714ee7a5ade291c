import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScrub, scrubJson } from './scrub.ts';

const SECRET = 'pa ss/w"örd+1';
const scrub = createScrub(() => [SECRET]);

describe('scrubbing', () => {
  it.each([
    ['plain', SECRET],
    ['in a query', encodeURIComponent(SECRET)],
    ['in a form', new URLSearchParams({ x: SECRET }).toString().slice(2)],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64url', Buffer.from(SECRET).toString('base64url')],
  ])('masks a secret %s', (_how, form) => {
    expect(scrub(`before ${form} after ${form}`)).toMatch(
      /^before \[secret\]=* after \[secret\]=*$/,
    );
  });

  it('leaves the rest, and secrets too short to be any', () => {
    expect(scrub('Order placed')).toBe('Order placed');
    expect(createScrub(() => ['', '1'])('1 of 11')).toBe('1 of 11');
  });

  it('masks keys and texts at any depth of a value', () => {
    const masked = scrubJson({ [SECRET]: [1, null, { a: `x${SECRET}` }] }, scrub);
    expect(masked).toEqual({ '[secret]': [1, null, { a: 'x[secret]' }] });
  });

  it('leaves no secret of letters in any text around it', () => {
    const secret = fc.stringMatching(/^[a-z0-9]{8,20}$/);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
        expect(createScrub(() => [text])(before + text + after)).not.toContain(text);
      }),
    );
  });
});
