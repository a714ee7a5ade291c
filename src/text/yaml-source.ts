import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Node, visit } from 'yaml';

import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { PROBLEMS_MAX } from './read-yaml.ts';

/** Most bytes of a YAML file. Ours have up to 10 KiB; the worst one of this size takes about a second. */
export const YAML_BYTES_MAX = 64 * 1024;
const ALIASES_MAX = 50;

/** A place in a file, both from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** A parsed YAML file that still knows where everything stood. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** Where the value at `path` stands; where it is absent, the nearest thing above it. */
  readonly locate: (path: readonly PropertyKey[]) => SourcePosition;
  /** Where the last key of `path` stands. */
  readonly locateKey: (path: readonly PropertyKey[]) => SourcePosition;
}

/** Sentences of our own: the parser's messages may quote the line, and the line may hold a secret. */
const SYNTAX: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'An alias cannot have a tag or an anchor',
  BAD_ALIAS: 'Alias without its anchor',
  BAD_COLLECTION_TYPE: 'Wrong tag on a list or map',
  BAD_DIRECTIVE: 'Unknown YAML directive',
  BAD_DQ_ESCAPE: 'Unknown escape in a double-quoted text',
  BAD_INDENT: 'Wrong indentation',
  BAD_PROP_ORDER: 'Tag or anchor in the wrong place',
  BAD_SCALAR_START: 'A text that begins with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'A nested map needs a line of its own',
  BLOCK_IN_FLOW: 'An indented block cannot stand inside brackets',
  MISSING_CHAR: 'A closing quote or bracket, a colon or a space is missing',
  MULTILINE_IMPLICIT_KEY: 'A key must stand on one line, followed by a colon',
  MULTIPLE_ANCHORS: 'A value can have one anchor only',
  MULTIPLE_DOCS: 'More than one document in the file',
  MULTIPLE_TAGS: 'A value can have one tag only',
  RESOURCE_EXHAUSTION: 'Nested too deeply',
  TAB_AS_INDENT: 'A tab indents this line',
  TAG_RESOLVE_FAILED: 'Unknown tag',
  UNEXPECTED_TOKEN: 'Unexpected text',
};

const SYNTAX_NEXT: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Indent with spaces',
  MULTIPLE_DOCS: 'Keep one document: remove the line "---"',
  BAD_SCALAR_START: 'Put the text in quotes',
};

/**
 * Parses a YAML text as version 1.2, core schema: `09:15` stays a text, `no` stays a text. Warnings are errors,
 * keys are unique, size and aliases are bounded. A `%YAML` directive cannot switch to the rules of version 1.1.
 */
export function parseYaml(text: string, file: string): Result<YamlSource, readonly Problem[]> {
  const bytes = Buffer.byteLength(text);
  if (bytes > YAML_BYTES_MAX) {
    return fail([tooBig(file, bytes)]);
  }
  const directive = /^%YAML\s+(?!1\.2\s*$)\S.*$/m.exec(text);
  if (directive !== null) return fail([oldYaml(file, text, directive)]);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    // The library compares every key with every other, which takes seconds; see `firstBadKey`.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter,
  });
  const place = (offset: number): SourcePosition => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) {
    return fail(
      broken.slice(0, PROBLEMS_MAX).map(({ code, pos }) =>
        problem(SYNTAX[code] ?? 'Not readable as YAML', {
          file,
          ...place(pos[0]),
          next: SYNTAX_NEXT[code] ?? null,
        }),
      ),
    );
  }
  const root = document.contents;
  const badKey = firstBadKey(document);
  if (badKey !== null) {
    const { message, offset, next } = badKey;
    return fail([problem(message, { file, ...place(offset), next })]);
  }
  return valueOf(document, file, (value) => ({
    file,
    value,
    locate: (path) => place(offsetOf(root, path, 'value')),
    locateKey: (path) => place(offsetOf(root, path, 'key')),
  }));
}

/** The part of a source at `path`, whose places are those of the whole. */
export function sourceBelow(
  source: YamlSource,
  path: readonly PropertyKey[],
  value: unknown,
): YamlSource {
  return {
    file: source.file,
    value,
    locate: (inner) => source.locate([...path, ...inner]),
    locateKey: (inner) => source.locateKey([...path, ...inner]),
  };
}

interface BadKey {
  readonly message: string;
  readonly offset: number;
  readonly next: string | null;
}

/** The first key that is a list or a map, or that its map has already; null when there is none. */
function firstBadKey(document: ReturnType<typeof parseDocument>): BadKey | null {
  let found: BadKey | null = null;
  visit(document, {
    Map: (_, { items }) => {
      found = badKeyIn(items.map(({ key }) => key));
      return found === null ? undefined : visit.BREAK;
    },
  });
  return found;
}

function badKeyIn(keys: readonly unknown[]): BadKey | null {
  const seen = new Set<string>();
  for (const key of keys) {
    const offset = startOf(key) ?? 0;
    if (!isScalar(key)) return { message: 'A key must be one word or text', offset, next: null };
    const text = keyText(key);
    if (seen.has(text)) {
      return { message: 'The same key twice in one map', offset, next: 'Keep one of the two' };
    }
    seen.add(text);
  }
  return null;
}

function tooBig(file: string, bytes: number): Problem {
  return problem('File too big', {
    file,
    found: `${String(bytes)} bytes`,
    allowed: `at most ${String(YAML_BYTES_MAX)} bytes`,
  });
}

function oldYaml(file: string, text: string, directive: RegExpExecArray): Problem {
  return problem('Another version of YAML, in which 09:15 means 555', {
    file,
    line: text.slice(0, directive.index).split('\n').length,
    column: 1,
    allowed: '%YAML 1.2, or no such line',
    next: 'Remove the line',
  });
}

function valueOf(
  document: ReturnType<typeof parseDocument>,
  file: string,
  source: (value: unknown) => YamlSource,
): Result<YamlSource, readonly Problem[]> {
  try {
    return ok(source(document.toJS({ maxAliasCount: ALIASES_MAX })));
  } catch {
    return fail([
      problem('Alias without its anchor, or too many aliases', {
        file,
        allowed: `at most ${String(ALIASES_MAX)} aliases`,
      }),
    ]);
  }
}

function offsetOf(root: Node | null, path: readonly PropertyKey[], want: 'key' | 'value'): number {
  let node: unknown = root;
  let keyOffset: number | null = startOf(root);
  let valueOffset: number | null = keyOffset;
  for (const step of path) {
    const next = child(node, step);
    if (next === null) break;
    keyOffset = startOf(next.key) ?? startOf(next.value) ?? keyOffset;
    valueOffset = startOf(next.value) ?? keyOffset;
    node = next.value;
  }
  return (want === 'key' ? keyOffset : valueOffset) ?? 0;
}

function child(node: unknown, step: PropertyKey): { key: unknown; value: unknown } | null {
  if (isMap(node)) return node.items.find(({ key }) => keyText(key) === String(step)) ?? null;
  if (isSeq(node)) return { key: null, value: node.items[Number(step)] };
  return null;
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
