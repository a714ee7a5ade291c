import { markup, type Part } from './markup.ts';

/** Sentences one below the other. */
export function sentenceList(sentences: readonly string[]): Part {
  if (sentences.length === 0) return markup`<p>None was recorded.</p>`;
  return markup`<ul>${sentences.map((sentence) => markup`<li>${sentence}</li>`)}</ul>`;
}
