import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { escapeText, Markup, markup } from './markup.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
};

function readBack(html: string): string {
  return html.replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

describe('markup', () => {
  it('shows any text as the text that it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const html = escapeText(text);
        expect(html).not.toMatch(/[<>"']/);
        expect(readBack(html)).toBe(text.replace(/(?![\t\n])[\p{Cc}]/gu, '\ufffd'));
      }),
    );
  });

  it('escapes what is put in, wherever it stands, and leaves markup as it is', () => {
    const inner = markup`<b title="${'a"b'}">${'<i>'}</b>`;
    expect(inner.text).toBe('<b title="a&quot;b">&lt;i&gt;</b>');
    expect(markup`<p>${[inner, ' & ', 3, null]}</p>`.text).toBe(
      '<p><b title="a&quot;b">&lt;i&gt;</b> &amp; 3</p>',
    );
  });

  it('joins signs to their amounts, so that no line ends between the two', () => {
    const joined = 'a day brings −\u2060₹2.41, +\u2060₹5 or -\u2060₹0.10';
    expect(escapeText('a day brings −₹2.41, +₹5 or -₹0.10')).toBe(joined);
    expect(escapeText('20.5 % of it')).toBe('20.5\u00a0% of it');
    expect(escapeText('2024-01-02, 3 − 2, ₹5')).toBe('2024-01-02, 3 − 2, ₹5');
  });

  it('does not take an object that looks like markup for markup', () => {
    const posing = JSON.parse('{"text":"<script>"}') as Markup;
    expect(posing instanceof Markup).toBe(false);
  });

  it('shows what turns the direction of writing, and half characters, as unreadable', () => {
    expect(escapeText('a\u202Eb\u0000c\uD800d')).toBe('a\ufffdb\ufffdc\ufffdd');
  });
});
