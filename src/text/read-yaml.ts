import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  parseDocument,
} from 'yaml';

import { type Problem, problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';

/** Most bytes of a strategy file. Real ones have one or two KiB; the worst one of this size takes half a second. */
export const STRATEGY_BYTES_MAX = 64 * 1024;

/** Most problems shown at once; more would only hide the first. */
export const PROBLEMS_MAX = 20;

const START = { startOffset: 0, endOffset: 0 };
const SYNTAX: Readonly<Record<string, string>> = {
  BAD_INDENT: 'Cannot read YAML: the indentation does not fit the lines above',
  BAD_SCALAR_START: 'Cannot read YAML: a text that begins with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'Cannot read YAML: a second colon on the line, or a wrong indentation',
  MISSING_CHAR: 'Cannot read YAML: a closing quote or bracket, a colon or a space is missing',
  MULTILINE_IMPLICIT_KEY: 'Cannot read YAML: a key must stand on one line, with a colon after it',
  MULTIPLE_DOCS: 'Cannot read YAML: a file holds one strategy',
  RESOURCE_EXHAUSTION: 'Cannot read YAML: nested too deeply',
  TAB_AS_INDENT: 'Cannot read YAML: a tab indents this line',
  TAG_RESOLVE_FAILED: 'Cannot read YAML: tags are not part of this language',
  UNEXPECTED_TOKEN: 'Cannot read YAML: unexpected text',
};
const NOT_CLOSED = 'Cannot read YAML: a bracket is not closed';
const SYNTAX_NEXT: Readonly<Record<string, string>> = {
  BAD_INDENT: 'Line the keys of one mapping up, with spaces',
  BAD_SCALAR_START: 'Put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'Put every key on a line of its own, or the text in quotes',
  MULTIPLE_DOCS: 'Remove the line "---", or make a file of each strategy',
  TAB_AS_INDENT: 'Indent with spaces',
  TAG_RESOLVE_FAILED: 'Remove the word that begins with "!"',
};
const FAULT: Readonly<Record<TreeFault['kind'], { message: string; next: string }>> = {
  alias: { message: 'Aliases are not part of this language', next: 'Write the value out again' },
  'odd-key': { message: 'Cannot use this as a key', next: 'Write one word' },
  'duplicate-key': { message: 'The same key twice in one mapping', next: 'Keep one of the two' },
};

/** Parses YAML 1.2 without its surprises: `09:20` and `no` stay texts, keys are unique, a warning is an error. */
export function readYaml(source: SourceText): Result<YamlTree, readonly Problem[]> {
  const { text, problemAt } = source;
  const bytes = Buffer.byteLength(text);
  if (bytes > STRATEGY_BYTES_MAX) {
    const found = `${String(bytes)} bytes`;
    const allowed = `at most ${String(STRATEGY_BYTES_MAX)} bytes`;
    return fail([problemAt(START, 'The file is too big', { found, allowed })]);
  }
  // The library compares every key with every other and builds an excerpt for every error, which takes minutes on
  // hostile text; both are done here instead.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
  });
  if (document.directives.yaml.version !== '1.2') return fail([wrongVersion(source)]);
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    return fail(firstOfEachPlace(faults).map((fault) => syntaxProblem(fault, source)));
  }
  const problems: Problem[] = [];
  const tree = yamlTree(document, ({ kind, span, found }) => {
    if (problems.length >= PROBLEMS_MAX) return;
    const { message, next } = FAULT[kind];
    problems.push(problemAt(span, message, { found: JSON.stringify(found), next }));
  });
  return problems.length > 0 ? fail(problems) : ok(tree);
}

interface Fault {
  readonly code: string;
  readonly pos: readonly [number, number];
  readonly message: string;
}

/** One slip often makes the parser complain twice at the same place. */
function firstOfEachPlace(faults: readonly Fault[]): readonly Fault[] {
  const byPlace = new Map<number, Fault>();
  for (const fault of faults) {
    if (byPlace.size < PROBLEMS_MAX && !byPlace.has(fault.pos[0])) byPlace.set(fault.pos[0], fault);
  }
  return [...byPlace.values()];
}

function syntaxProblem(fault: Fault, { problemAt }: SourceText): Problem {
  const [startOffset, endOffset] = fault.pos;
  const isOpen = fault.code === 'BAD_INDENT' && fault.message.startsWith('Flow');
  if (isOpen) {
    const next = 'Close the bracket that opens above, and keep what is in it indented';
    return problemAt({ startOffset, endOffset }, NOT_CLOSED, { next });
  }
  const message = SYNTAX[fault.code] ?? 'Cannot read YAML: not well formed';
  return problemAt({ startOffset, endOffset }, message, { next: SYNTAX_NEXT[fault.code] ?? null });
}

function wrongVersion({ text, problemAt }: SourceText): Problem {
  const startOffset = Math.max(0, text.search(/^%YAML/m));
  const found = /^%YAML.*/m.exec(text)?.[0] ?? '';
  return problemAt(
    { startOffset, endOffset: startOffset + found.length },
    'Another version of YAML, in which 09:20 is the number 560',
    { found: JSON.stringify(found.trim()), allowed: '%YAML 1.2', next: 'Remove the line' },
  );
}

/** A stretch of the text, offsets of UTF-16 units, `endOffset` excluded. */
export interface TextSpan {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A value of the file with the places of its parts. */
export interface YamlTree {
  readonly value: unknown;
  readonly span: TextSpan;
  /** Parts of a mapping or list by key or index. */
  readonly parts: ReadonlyMap<string, { readonly key: TextSpan; readonly tree: YamlTree }>;
}

/** Something that YAML knows and this language does not. */
interface TreeFault {
  readonly kind: 'alias' | 'odd-key' | 'duplicate-key';
  readonly span: TextSpan;
  readonly found: string;
}

type Faults = (fault: TreeFault) => void;

/** Plain values of a document, each with its place. `tell` hears of every fault. */
function yamlTree(document: Document.Parsed, tell: Faults): YamlTree {
  return treeOf(document.contents, { startOffset: 0, endOffset: 0 }, tell);
}

function treeOf(node: ParsedNode | null, nowhere: TextSpan, tell: Faults): YamlTree {
  if (node === null) return { value: null, span: nowhere, parts: new Map() };
  const span = spanOf(node);
  if (isMap(node)) return mapTree(node, span, tell);
  if (isSeq(node)) return listTree(node, span, tell);
  if (isAlias(node)) tell({ kind: 'alias', span, found: `*${node.source}` });
  return { value: isScalar(node) ? node.value : null, span, parts: new Map() };
}

function mapTree(node: ParsedNode & { items: unknown }, span: TextSpan, tell: Faults): YamlTree {
  const parts = new Map<string, { key: TextSpan; tree: YamlTree }>();
  // No prototype: a key named __proto__ is a key like any other.
  const value = Object.create(null) as Record<string, unknown>;
  for (const pair of node.items as readonly { key: ParsedNode; value: ParsedNode | null }[]) {
    const key = spanOf(pair.key);
    if (!isScalar(pair.key)) {
      tell({ kind: 'odd-key', span: key, found: 'a list or mapping' });
      continue;
    }
    const name = String(pair.key.value);
    // JavaScript takes this name for something else, and a leg would vanish.
    if (name === '__proto__') tell({ kind: 'odd-key', span: key, found: name });
    if (parts.has(name)) tell({ kind: 'duplicate-key', span: key, found: name });
    const tree = treeOf(pair.value, { startOffset: key.endOffset, endOffset: key.endOffset }, tell);
    parts.set(name, { key, tree });
    value[name] = tree.value;
  }
  return { value, span, parts };
}

function listTree(node: ParsedNode & { items: unknown }, span: TextSpan, tell: Faults): YamlTree {
  const trees = (node.items as readonly ParsedNode[]).map((item) => treeOf(item, span, tell));
  const parts = new Map(trees.map((tree, index) => [String(index), { key: tree.span, tree }]));
  return { value: trees.map((tree) => tree.value), span, parts };
}

function spanOf(node: Node): TextSpan {
  const [startOffset, endOffset] = node.range ?? [0, 0];
  return { startOffset, endOffset };
}

/** A value as a mapping; an empty one for anything else. */
export function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** Widest excerpt of a line, characters. */
const EXCERPT_CHARS_MAX = 80;
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** What can be said about a problem besides its place. */
export type ProblemParts = Partial<Pick<Problem, 'found' | 'allowed' | 'nearest' | 'next'>>;

/** The text of a file that problems point into. */
export interface SourceText {
  readonly text: string;
  /** A problem at a stretch of the text, with that line as excerpt. */
  readonly problemAt: (span: TextSpan, message: string, parts: ProblemParts) => Problem;
}

/** Makes the source of a file's text. */
export function sourceText(text: string, file: string): SourceText {
  const problemAt = (span: TextSpan, message: string, parts: ProblemParts): Problem => {
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
