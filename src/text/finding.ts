import { type Problem } from '../base/problem.ts';
import { type ProblemParts, type SourceText, type TextSpan, type YamlTree } from './read-yaml.ts';

/** Keys and indexes from the top of the file to a value. */
export type Path = readonly (string | number)[];

/** Something wrong at a path of the file. */
export interface Finding {
  readonly path: Path;
  /** Whether it is the key that is wrong, not its value. */
  readonly isKey?: boolean;
  /** Whether nothing stands there. */
  readonly isMissing?: boolean;
  /** Whether it is the form of the file that is wrong: what a form needs is then not asked for. */
  readonly isForm?: boolean;
  /** Whether the value is of a kind that YAML cannot say: what its neighbours miss does not matter then. */
  readonly isNotYet?: boolean;
  /** Whether it is wrong in a file of any form. @default false */
  readonly isOfAnyForm?: boolean;
  readonly message: string;
  readonly parts: ProblemParts;
}

/** Longest text that can be a misspelt word; longer ones are cut when shown. */
export const WORD_CHARS_MAX = 64;

/** A text in quotes, cut where it is long. */
export function shownText(text: string): string {
  const short = text.length > WORD_CHARS_MAX ? `${text.slice(0, WORD_CHARS_MAX - 1)}…` : text;
  return JSON.stringify(short);
}

/** `legs.ce.stop`, `signals[0].at`. */
export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${String(step)}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** The tree at a path; null when nothing stands there. */
export function treeAt(tree: YamlTree, path: Path): YamlTree | null {
  let here: YamlTree | undefined = tree;
  for (const step of path) here = here?.parts.get(String(step))?.tree;
  return here ?? null;
}

/** A finding with its place: at the value or key itself or, where that is absent, at the key of what should hold it. */
export function placeFinding(finding: Finding, tree: YamlTree, source: SourceText): Problem {
  return source.problemAt(spanOf(finding, tree), finding.message, finding.parts);
}

function spanOf({ path, isKey = false }: Finding, tree: YamlTree): TextSpan {
  const last = path.at(-1);
  if (last === undefined) return { startOffset: 0, endOffset: 0 };
  const holder = path.slice(0, -1);
  const part = treeAt(tree, holder)?.parts.get(String(last));
  if (part === undefined) {
    return spanOf({ path: holder, isKey: true, message: '', parts: {} }, tree);
  }
  return isKey ? part.key : part.tree.span;
}
