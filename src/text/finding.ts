import { type Problem } from '../base/problem.ts';
import {
  type ProblemParts,
  type TextPlace,
  type TextSpan,
  type YamlSource,
  type YamlTree,
} from './yaml-source.ts';

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
  /** Whether the value is of a kind that files cannot say yet: what its neighbours miss does not matter then. */
  readonly isNotYet?: boolean;
  /** The part of the value that is wrong, in the file's text. @default all of it */
  readonly span?: TextSpan;
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

/** A value in a few words: a list or mapping by its size. */
export function shownValue(value: unknown): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return shownText(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const kind = Array.isArray(value) ? 'list' : 'mapping';
  const { length } = Object.keys(value);
  return length === 0 ? `an empty ${kind}` : `a ${kind} of ${String(length)}`;
}

/** `buy or sell`. */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** `legs.ce.stop`, `signals[0].at`. */
export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${String(step)}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** A finding with its place: at the value or key itself or, where that is absent, at the key of what should hold it. */
export function placeFinding(finding: Finding, source: YamlSource): Problem {
  const message = finding.message + whereItCounts(source, finding.path);
  return source.problemAt(spanOfFinding(finding, source), message, finding.parts);
}

/** The stretch of the text that a finding is about. */
export function spanOfFinding({ span, path, isKey }: Finding, source: YamlSource): TextSpan {
  return span ?? spanAt(source, path, isKey);
}

/** Of a value that is given elsewhere, the input that it is and where that counts; empty for all others. */
function whereItCounts(source: YamlSource, path: Path): string {
  const given = path.map((_, index) => treeAt(source.tree, path.slice(0, index + 1))?.givenFor);
  const found = given.find((one) => one !== undefined);
  if (found === undefined) return '';
  const { file = source.file, line, column } = source.positionAt(found.span.startOffset);
  return ` (input "${found.input}" at ${file}:${String(line)}:${String(column)})`;
}

/** Where a value stands, or its key; where it is absent, the key of what should hold it. */
export function placeAt(source: YamlSource, path: Path, isKey = false): TextPlace {
  return source.positionAt(spanAt(source, path, isKey).startOffset);
}

function spanAt(source: YamlSource, path: Path, isKey = false): TextSpan {
  const last = path.at(-1);
  if (last === undefined) return source.top;
  const holder = path.slice(0, -1);
  const part = treeAt(source.tree, holder)?.parts.get(String(last));
  if (part === undefined) return spanAt(source, holder, true);
  return isKey ? part.key : part.tree.span;
}

/** The tree at a path; null when nothing stands there. */
export function treeAt(tree: YamlTree, path: Path): YamlTree | null {
  let here: YamlTree | undefined = tree;
  for (const step of path) here = here?.parts.get(String(step))?.tree;
  return here ?? null;
}
