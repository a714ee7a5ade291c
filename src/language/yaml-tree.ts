import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode } from 'yaml';

/** A stretch of the text, offsets of UTF-16 units, `endOffset` excluded. */
export interface Span {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A value of the file with the places of its parts. */
export interface YamlTree {
  readonly value: unknown;
  readonly span: Span;
  /** Parts of a mapping or list by key or index. */
  readonly parts: ReadonlyMap<string, { readonly key: Span; readonly tree: YamlTree }>;
}

/** Something that YAML knows and this language does not. */
export interface TreeFault {
  readonly kind: 'alias' | 'odd-key' | 'duplicate-key';
  readonly span: Span;
  readonly found: string;
}

type Faults = (fault: TreeFault) => void;

/** Plain values of a document, each with its place. `tell` hears of every fault. */
export function yamlTree(document: Document.Parsed, tell: Faults): YamlTree {
  return treeOf(document.contents, { startOffset: 0, endOffset: 0 }, tell);
}

function treeOf(node: ParsedNode | null, nowhere: Span, tell: Faults): YamlTree {
  if (node === null) return { value: null, span: nowhere, parts: new Map() };
  const span = spanOf(node);
  if (isMap(node)) return mapTree(node, span, tell);
  if (isSeq(node)) return listTree(node, span, tell);
  if (isAlias(node)) tell({ kind: 'alias', span, found: `*${node.source}` });
  return { value: isScalar(node) ? node.value : null, span, parts: new Map() };
}

function mapTree(node: ParsedNode & { items: unknown }, span: Span, tell: Faults): YamlTree {
  const parts = new Map<string, { key: Span; tree: YamlTree }>();
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

function listTree(node: ParsedNode & { items: unknown }, span: Span, tell: Faults): YamlTree {
  const trees = (node.items as readonly ParsedNode[]).map((item) => treeOf(item, span, tell));
  const parts = new Map(trees.map((tree, index) => [String(index), { key: tree.span, tree }]));
  return { value: trees.map((tree) => tree.value), span, parts };
}

function spanOf(node: Node): Span {
  const [startOffset, endOffset] = node.range ?? [0, 0];
  return { startOffset, endOffset };
}

/** A value as a mapping; an empty one for anything else. */
export function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
