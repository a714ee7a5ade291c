import { describe, expect, it } from 'vitest';
import { CookieJar } from './cookie-jar.ts';

const NOW = Date.parse('2026-11-20T09:20:00+05:30');

function jarOf(...lines: string[]): CookieJar {
  const jar = new CookieJar();
  jar.keep(
    lines.map((line) => ['set-cookie', line] as const),
    NOW,
  );
  return jar;
}

describe('the cookie jar', () => {
  it('keeps cookies of any host and path, the last of a name', () => {
    const jar = jarOf('a=1; Domain=auth.example.test; Path=/login', 'b=2; HttpOnly', 'a=3');
    expect(jar.header(NOW)).toBe('a=3; b=2');
  });

  it('lets them expire by the given clock', () => {
    const jar = jarOf('a=1; Max-Age=60', 'b=2; Expires=Fri, 20 Nov 2026 03:52:00 GMT');
    expect(jar.value('a', NOW + 59_999)).toBe('1');
    expect(jar.value('a', NOW + 60_000)).toBeNull();
    expect(jar.header(NOW + 60_000)).toBe('b=2');
    expect(jar.header(NOW + 120_000)).toBeNull();
  });

  it('forgets a cookie that the host takes back', () => {
    const jar = jarOf('a=1');
    jar.keep([['set-cookie', 'a=; Max-Age=0']], NOW);
    expect(jar.header(NOW)).toBeNull();
  });

  it.each(['', '=1', 'a=b\r\nx: y', 'a=b\u0000', `a=${'b'.repeat(5_000)}`, 'é=1'])(
    'does not keep %j, which could not be sent back as it came',
    (line) => {
      expect(jarOf(line).header(NOW) ?? '').toMatch(/^[\x20-\x7e]{0,100}$/);
    },
  );

  it('keeps a bounded number of cookies', () => {
    const many = Array.from({ length: 50 }, (_, index) => `c${String(index)}=1`);
    expect(jarOf(...many).values()).toHaveLength(20);
  });
});
