import { parseDocument } from 'yaml';

import { type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type SourceText } from './source-text.ts';
import { type TreeFault, yamlTree, type YamlTree } from './yaml-tree.ts';

/** Most bytes of a strategy file. Real ones have one or two KiB; the worst one of this size takes half a second. */
export const STRATEGY_BYTES_MAX = 64 * 1024;
/** Most problems told at once; more would only hide the first. */
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
