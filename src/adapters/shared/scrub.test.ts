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
    ['in JSON within JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
    ['in capital hexadecimal', Buffer.from(SECRET).toString('hex').toUpperCase()],
    [
      'in a query in small letters',
      encodeURIComponent(SECRET).replace(/%../g, (of) => of.toLowerCase()),
    ],
  ])('masks a secret %s', (_how, form) => {
    expect(scrub(`before ${form} after ${form}`)).toMatch(
      /^before \[secret\]=* after \[secret\]=*$/,
    );
  });

  it.each(['', 'u:', 'user:', 'name:'])('masks a secret after "%s" in one base64', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const form = Buffer.from(`${before}${SECRET}:and more`).toString(encoding);
      const shown = scrub(`Basic ${form}`);
      expect(shown).toContain('[secret]');
      expect(Buffer.from(shown.slice(6), 'base64').toString()).not.toContain(SECRET);
    }
  });

  it('follows secrets that change', () => {
    let secrets = ['first-secret'];
    const follows = createScrub(() => secrets);
    expect(follows('first-secret second-secret')).toBe('[secret] second-secret');
    secrets = ['second-secret'];
    expect(follows('first-secret second-secret')).toBe('first-secret [secret]');
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
