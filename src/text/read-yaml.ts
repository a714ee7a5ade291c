import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

import { isRecord } from '../base/json.ts';
import { type Checked, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import {
  PROBLEMS_MAX,
  TextSource,
  type TextSpan,
  type YamlSource,
  type YamlTree,
} from './yaml-source.ts';

/** Most bytes of a YAML file. Real ones have up to 10 KiB; the worst one of this size takes about a second. */
export const YAML_BYTES_MAX = 64 * 1024;
const ALIASES_MAX = 50;

/** How {@link readYaml} reads. */
export interface ReadYamlOptions {
  /** Whether a value may be written once and used again by `*name`, at most 50 times. @default true */
  readonly hasAliases?: boolean;
  /** Whether problems show their line, or words of it. Not of a file in which a secret may stand. @default false */
  readonly showsLines?: boolean;
}

const START = { startOffset: 0, endOffset: 0 };
/** Sentences of our own: the parser's messages may quote the line, and the line may hold a secret. */
const SYNTAX: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'an alias cannot have a tag or an anchor',
  BAD_ALIAS: 'an alias needs a name',
  BAD_COLLECTION_TYPE: 'the tag does not fit a list or map',
  BAD_DIRECTIVE: 'unknown directive',
  BAD_DQ_ESCAPE: 'unknown escape in a double-quoted text',
  BAD_INDENT: 'the indentation does not fit the lines above',
  BAD_PROP_ORDER: 'a tag or an anchor stands in the wrong place',
  BAD_SCALAR_START: 'a text that begins with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a second colon on the line, or a wrong indentation',
  BLOCK_IN_FLOW: 'an indented block cannot stand inside brackets',
  MISSING_CHAR: 'a closing quote or bracket, a colon or a space is missing',
  MULTILINE_IMPLICIT_KEY: 'a key must stand on one line, with a colon after it',
  MULTIPLE_ANCHORS: 'a value can have one anchor only',
  MULTIPLE_DOCS: 'more than one document in the file',
  MULTIPLE_TAGS: 'a value can have one tag only',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'a tab indents this line',
  TAG_RESOLVE_FAILED: 'unknown tag',
  UNEXPECTED_TOKEN: 'unexpected text',
};
const SYNTAX_NEXT: Readonly<Record<string, string>> = {
  BAD_INDENT: 'Line the keys of one mapping up, with spaces',
  BAD_SCALAR_START: 'Put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'Put every key on a line of its own, or the text in quotes',
  MULTIPLE_DOCS: 'Remove the line "---", or make a file of each document',
  TAB_AS_INDENT: 'Indent with spaces',
  TAG_RESOLVE_FAILED: 'Remove the word that begins with "!"',
};
const NOT_CLOSED = 'Cannot read YAML: a bracket is not closed';

/**
 * Parses YAML 1.2 without its surprises: `09:20` and `no` stay texts, keys are unique, a warning is an error, size and
 * aliases are bounded.
 */
export function readYaml(
  text: string,
  file: string,
  { hasAliases = true, showsLines = false }: ReadYamlOptions = {},
): Checked<YamlSource> {
  const source = new TextSource(text, file, showsLines);
  const bytes = Buffer.byteLength(text);
  if (bytes > YAML_BYTES_MAX) {
    const found = `${String(bytes)} bytes`;
    const allowed = `at most ${String(YAML_BYTES_MAX)} bytes`;
    return fail([source.problemAt(START, 'The file is too big', { found, allowed })]);
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
  const slips = [...document.errors, ...document.warnings];
  if (slips.length > 0) {
    return fail(firstOfEachPlace(slips).map((slip) => syntaxProblem(slip, source)));
  }
  const reader = new TreeReader(hasAliases ? ALIASES_MAX : 0);
  const tree = reader.read(document.contents, START);
  const problems = reader.faults.map((fault) => faultProblem(fault, source, showsLines));
  return problems.length > 0 ? fail(problems) : ok(source.of(tree.value, tree));
}

/** A value as a mapping; an empty one for anything else. */
export function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** A value as a list; an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface Slip {
  readonly code: string;
  readonly pos: readonly [number, number];
  readonly message: string;
}

/** One slip often makes the parser complain twice at the same place. */
function firstOfEachPlace(slips: readonly Slip[]): readonly Slip[] {
  const byPlace = new Map<number, Slip>();
  for (const slip of slips) {
    if (byPlace.size < PROBLEMS_MAX && !byPlace.has(slip.pos[0])) byPlace.set(slip.pos[0], slip);
  }
  return [...byPlace.values()];
}

function syntaxProblem({ code, pos, message }: Slip, source: TextSource): Problem {
  const [startOffset, endOffset] = pos;
  const span = { startOffset, endOffset };
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) {
    const next = 'Close the bracket that opens above, and keep what is in it indented';
    return source.problemAt(span, NOT_CLOSED, { next });
  }
  const opening = code === 'MISSING_CHAR' ? unclosedQuote(source.text) : null;
  if (opening !== null) {
    return source.problemAt(opening, 'Cannot read YAML: this quote is not closed', {
      next: 'Close the quote where its text ends',
    });
  }
  const said = `Cannot read YAML: ${SYNTAX[code] ?? 'not well formed'}`;
  return source.problemAt(span, said, { next: SYNTAX_NEXT[code] ?? null });
}

/** The quote that opens a text up to the end of the file; null where each is closed. */
function unclosedQuote(text: string): TextSpan | null {
  let startOffset = 0;
  for (const word of new Lexer().lex(text)) {
    const quote = word.charAt(0);
    const isQuoted = quote === '"' || quote === "'";
    if (isQuoted && (word.length === 1 || !word.endsWith(quote))) {
      return { startOffset, endOffset: startOffset + 1 };
    }
    // Signs of the lexer's own, which stand in no file.
    if (!['\u0002', '\u0018', '\u001f'].includes(word)) startOffset += word.length;
  }
  return null;
}

function wrongVersion(source: TextSource): Problem {
  const startOffset = Math.max(0, source.text.search(/^%YAML/m));
  const found = /^%YAML.*/m.exec(source.text)?.[0] ?? '';
  return source.problemAt(
    { startOffset, endOffset: startOffset + found.length },
    'Another version of YAML, in which 09:20 is the number 560',
    { found: JSON.stringify(found.trim()), allowed: '%YAML 1.2', next: 'Remove the line' },
  );
}

const FAULTS = {
  'no-aliases': {
    message: 'Aliases are not part of this language',
    next: 'Write the value out again',
  },
  'no-anchor': { message: 'Alias without an anchor above it', next: 'Write the value out' },
  'many-aliases': {
    message: 'Too many aliases',
    allowed: `at most ${String(ALIASES_MAX)}`,
    next: 'Write the value out again',
  },
  'odd-key': { message: 'Cannot use this as a key', next: 'Write one word' },
  'duplicate-key': { message: 'The same key twice in one mapping', next: 'Keep one of the two' },
} as const;

/** Something that YAML knows and a file may not say. */
interface TreeFault {
  readonly kind: keyof typeof FAULTS;
  readonly span: TextSpan;
  readonly found: string;
}

function faultProblem(
  { kind, span, found }: TreeFault,
  source: TextSource,
  showsLines: boolean,
): Problem {
  const { message, ...parts } = FAULTS[kind];
  return source.problemAt(span, message, {
    ...parts,
    found: showsLines ? JSON.stringify(found) : null,
  });
}

/** Makes plain values of a document, each with its place. Aliases share the tree of their anchor. */
class TreeReader {
  readonly faults: TreeFault[] = [];
  readonly #aliasesMax: number;
  readonly #anchors = new Map<string, { readonly tree: YamlTree; readonly aliases: number }>();
  /** Aliases so far, with those in what they stand for: so many copies a reader of the value meets. */
  #aliases = 0;

  constructor(aliasesMax: number) {
    this.#aliasesMax = aliasesMax;
  }

  read(node: Node | null, nowhere: TextSpan): YamlTree {
    if (node === null) return { value: null, span: nowhere, parts: new Map() };
    const span = spanOf(node);
    if (isAlias(node)) return this.#anchored(node.source, span);
    const before = this.#aliases;
    const tree = this.#whole(node, span);
    const anchor = 'anchor' in node ? node.anchor : undefined;
    if (anchor !== undefined) {
      this.#anchors.set(anchor, { tree, aliases: this.#aliases - before });
    }
    return tree;
  }

  #whole(node: Node, span: TextSpan): YamlTree {
    if (isMap(node)) return this.#map(node, span);
    if (isSeq(node)) return this.#list(node, span);
    return { value: isScalar(node) ? node.value : null, span, parts: new Map() };
  }

  #anchored(name: string, span: TextSpan): YamlTree {
    const nothing = { value: null, span, parts: new Map() };
    const anchor = this.#anchors.get(name);
    if (anchor === undefined || this.#aliasesMax === 0) {
      const kind = this.#aliasesMax === 0 ? 'no-aliases' : 'no-anchor';
      this.#tell({ kind, span, found: `*${name}` });
      return nothing;
    }
    this.#aliases += 1 + anchor.aliases;
    if (this.#aliases <= this.#aliasesMax) return { ...anchor.tree, span };
    this.#tell({ kind: 'many-aliases', span, found: `*${name}` });
    return nothing;
  }

  #map(node: YAMLMap, span: TextSpan): YamlTree {
    const parts = new Map<string, { key: TextSpan; tree: YamlTree }>();
    // No prototype: a key named __proto__ is a key like any other.
    const value = Object.create(null) as Record<string, unknown>;
    for (const pair of node.items as readonly Pair<Node, Node | null>[]) {
      const key = spanOf(pair.key);
      if (!isScalar(pair.key)) {
        this.#tell({ kind: 'odd-key', span: key, found: 'a list or mapping' });
        continue;
      }
      const name = String(pair.key.value);
      // JavaScript takes this name for something else, and a leg would vanish.
      if (name === '__proto__') this.#tell({ kind: 'odd-key', span: key, found: name });
      if (parts.has(name)) this.#tell({ kind: 'duplicate-key', span: key, found: name });
      const nowhere = { startOffset: key.endOffset, endOffset: key.endOffset };
      const tree = this.read(pair.value, nowhere);
      parts.set(name, { key, tree });
      value[name] = tree.value;
    }
    return { value, span, parts };
  }

  #list(node: YAMLSeq, span: TextSpan): YamlTree {
    const trees = (node.items as readonly Node[]).map((item) => this.read(item, span));
    const parts = new Map(trees.map((tree, index) => [String(index), { key: tree.span, tree }]));
    return { value: trees.map((tree) => tree.value), span, parts };
  }

  #tell(fault: TreeFault): void {
    if (this.faults.length < PROBLEMS_MAX) this.faults.push(fault);
  }
}

function spanOf(node: Node): TextSpan {
  const [startOffset, endOffset] = node.range ?? [0, 0];
  return { startOffset, endOffset };
}
