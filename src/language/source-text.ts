import { problem, type Problem } from '../base/problem.ts';
import { type Span } from './yaml-tree.ts';

/** Widest excerpt of a line, characters. */
const EXCERPT_CHARS_MAX = 80;
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** What can be said about a problem besides its place. */
export type ProblemParts = Partial<Pick<Problem, 'found' | 'allowed' | 'nearest' | 'next'>>;

/** The text of a file that problems point into. */
export interface SourceText {
  readonly text: string;
  /** A problem at a stretch of the text, with that line as excerpt. */
  readonly problemAt: (span: Span, message: string, parts: ProblemParts) => Problem;
}

/** Makes the source of a file's text. */
export function sourceText(text: string, file: string): SourceText {
  const problemAt = (span: Span, message: string, parts: ProblemParts): Problem => {
    const offset = Math.min(Math.max(span.startOffset, 0), text.length);
    const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
    const lineEnd = text.indexOf('\n', lineStart);
    const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
    const column = offset - lineStart;
    return problem(message, {
      file,
      line: text.slice(0, lineStart).split('\n').length,
      column: column + 1,
      ...(line.trim() === ''
        ? {}
        : { excerpt: excerpt(line, column, span.endOffset - span.startOffset) }),
      ...parts,
      found: parts.found?.replace(CONTROL, '�') ?? null,
    });
  };
  return { text, problemAt };
}

/** The line with a caret under what is wrong: cut to a screen's width, and safe to print. */
function excerpt(line: string, column: number, length: number): string {
  // A caret behind the end of a line that just fits needs room too.
  const isLong = Math.max(line.length, column + 1) > EXCERPT_CHARS_MAX;
  const cut = isLong ? Math.max(0, column - EXCERPT_CHARS_MAX / 2) : 0;
  const shown = line
    .slice(cut, cut + EXCERPT_CHARS_MAX)
    .replace(/\t/g, ' ')
    .replace(/\r$/, '')
    .replace(CONTROL, '�');
  const carets = Math.max(1, Math.min(length, shown.length - (column - cut)));
  return `${shown}\n${' '.repeat(column - cut)}${'^'.repeat(carets)}`;
}
