import { problem, type Problem } from '../base/problem.ts';

/** Most problems shown at once; more would only hide the first. */
export const PROBLEMS_MAX = 20;

/** A stretch of the text, offsets of UTF-16 units, `endOffset` excluded. */
export interface TextSpan {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A value of the file with the places of its parts. */
export interface YamlTree {
  readonly value: unknown;
  readonly span: TextSpan;
  /** Parts of a map or list by key or index. */
  readonly parts: ReadonlyMap<string, { readonly key: TextSpan; readonly tree: YamlTree }>;
  /** Of a value that stands elsewhere than where it counts. @default it counts where it stands */
  readonly givenFor?: GivenFor;
}

/** The name under which a value is given, and where it counts. */
export interface GivenFor {
  readonly input: string;
  readonly span: TextSpan;
}

/** Line and column from 1, and the file where it is another than the source's own. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly file?: string;
}

/** What can be said about a problem besides its place. */
export type ProblemParts = Partial<Pick<Problem, 'found' | 'allowed' | 'nearest' | 'next'>>;

/** What a file says, and where it says it. */
export interface YamlSource {
  /** As the user named it. */
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  /** Places of the value and its parts, as far as they stand in the file. */
  readonly tree: YamlTree;
  /** Where a problem with all of it is shown. */
  readonly top: TextSpan;
  /** The place of an offset. */
  readonly positionAt: (offset: number) => TextPlace;
  /** A problem at a stretch of the text. */
  readonly problemAt: (span: TextSpan, message: string, parts: ProblemParts) => Problem;
}

const START = { startOffset: 0, endOffset: 0 };

/** A source of a value that was not read from YAML: its problems name a path and no line. */
export function plainSource(value: unknown, file: string): YamlSource {
  const source = new TextSource('', file, false).of(value, {
    value,
    span: START,
    parts: new Map(),
  });
  const problemAt: YamlSource['problemAt'] = (_, message, parts) =>
    problem(message, { file, ...parts });
  return { ...source, problemAt };
}

/** The part of a source at a path of keys, whose places are those of the whole. */
export function sourceBelow(source: YamlSource, path: readonly string[]): YamlSource {
  let tree: YamlTree | undefined = source.tree;
  for (const key of path) tree = tree?.parts.get(key)?.tree;
  const nothing = { value: undefined, span: source.tree.span, parts: new Map() };
  const below = tree ?? nothing;
  return { ...source, value: below.value, tree: below, top: below.span };
}

/** Widest excerpt of a line, characters. */
const EXCERPT_CHARS_MAX = 80;
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The text of a file that problems point into; `showsLines` says whether they show the line as well. */
export class TextSource {
  readonly file: string;
  readonly text: string;
  readonly #showsLines: boolean;
  #lineStarts: readonly number[] | null = null;

  constructor(text: string, file: string, showsLines: boolean) {
    this.text = text;
    this.file = file;
    this.#showsLines = showsLines;
  }

  /** The source of a value of this text. */
  readonly of = (value: unknown, tree: YamlTree): YamlSource => {
    const { file, text, positionAt, problemAt } = this;
    return { file, text, value, tree, top: START, positionAt, problemAt };
  };

  readonly positionAt = (offset: number): { readonly line: number; readonly column: number } => {
    const at = Math.min(Math.max(offset, 0), this.text.length);
    this.#lineStarts ??= [0, ...[...this.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let line = this.#lineStarts.findLastIndex((start) => start <= at);
    line = Math.max(line, 0);
    return { line: line + 1, column: at - (this.#lineStarts[line] ?? 0) + 1 };
  };

  readonly problemAt = (span: TextSpan, message: string, parts: ProblemParts): Problem => {
    const { line, column } = this.positionAt(span.startOffset);
    const written = this.#showsLines ? this.#line(line) : '';
    const length = span.endOffset - span.startOffset;
    return problem(message, {
      file: this.file,
      line,
      column,
      ...(written.trim() === '' ? {} : { excerpt: excerpt(written, column - 1, length) }),
      ...parts,
      found: parts.found?.replace(CONTROL, '�') ?? null,
    });
  };

  #line(line: number): string {
    const end = this.#lineStarts?.[line];
    return this.text.slice(this.#lineStarts?.[line - 1], end === undefined ? undefined : end - 1);
  }
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
