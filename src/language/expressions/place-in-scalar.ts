import { type TextSpan, type YamlTree } from '../../text/yaml-source.ts';

/**
 * Where a part of a text stands in the file: the file may quote the text, fold it or indent it. Null where that cannot be
 * told, as after an escape in quotes.
 */
export function placeInScalar(
  { value, span }: Pick<YamlTree, 'value' | 'span'>,
  part: TextSpan,
  fileText: string,
): TextSpan | null {
  if (typeof value !== 'string') return null;
  const written = fileText.slice(span.startOffset, span.endOffset);
  const places = placesOf(value, written);
  const last = places?.at(-1);
  if (places === null || last === undefined) return null;
  const start = places[part.startOffset] ?? last + 1;
  const end = (places[part.endOffset - 1] ?? last) + 1;
  return {
    startOffset: span.startOffset + start,
    endOffset: span.startOffset + Math.max(start, end),
  };
}

/** The place of each character in what is written; null where something but white space differs. */
function placesOf(value: string, written: string): readonly number[] | null {
  const places: number[] = [];
  let at = startOf(written);
  for (const character of value.split('')) {
    at = isSpace(character) ? at : skipSpace(written, at);
    if (!isSpace(character) && written[at] !== character) return null;
    places.push(at);
    // A line that was folded into a space begins with its indentation.
    if (written[at] === character) at += 1;
  }
  return places;
}

/** Behind the quote, or behind the line of `>-`. */
function startOf(written: string): number {
  const [first = ''] = written;
  if (first === '|' || first === '>') return written.indexOf('\n') + 1;
  return first === '"' || first === "'" ? 1 : 0;
}

function skipSpace(written: string, from: number): number {
  let at = from;
  while (at < written.length && isSpace(written[at] ?? '')) at += 1;
  return at;
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}
