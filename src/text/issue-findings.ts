import { type z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import {
  alternatives,
  type Finding,
  type Path,
  pathText,
  shownText,
  shownValue,
  treeAt,
  WORD_CHARS_MAX,
} from './finding.ts';
import { allowedKeys, schemasAt } from './schema-at.ts';
import { readWording, type Wording } from './worded-schema.ts';
import { PROBLEMS_MAX, type ProblemParts, type YamlSource } from './yaml-source.ts';

/** The words of one kind of file. */
export interface FileWords {
  /** Paths at and below which a secret may stand by mistake: values there are not shown. */
  readonly isSecret?: (path: Path) => boolean;
  /** The message where the top of the file is not a mapping. @default the file is empty, or its content wrong */
  readonly wrongWhole?: string;
  /** The likely meaning of a value that its schema refuses; null when nothing is near. */
  readonly repair?: (found: string, schema: z.core.$ZodType) => string | null;
  /** The message for a key that files cannot express yet; null for others. */
  readonly keyNotYet?: (key: string) => NotYet | null;
  /** The key that people mean by another word; it counts only where it is allowed. */
  readonly keyMeant?: (key: string) => string | null;
  /** Where the file says what people mean by a key that is not allowed where it stands; null for others. */
  readonly placeMeant?: (key: string) => readonly string[] | null;
  /** The message for a value that files cannot express yet; null for others. */
  readonly valueNotYet?: (path: Path, found: string) => NotYet | null;
}

/** The message for something that files cannot express yet. */
export interface NotYet {
  readonly message: string;
  readonly next: string;
}

/** A file being checked. */
interface FileCheck {
  readonly schema: z.ZodType;
  readonly source: YamlSource;
  readonly words: FileWords;
}

type Issue = z.core.$ZodIssue;
/** What a custom issue may carry: parts of the problem, and words of which the nearest is shown. */
type CustomParams = ProblemParts & { readonly words?: readonly string[] };

/** What an issue of the schema means for the author of the file. */
export function findingsOf(issue: Issue, checked: FileCheck): readonly Finding[] {
  const path = pathOf(issue);
  if (issue.code !== 'custom' && valueAt(checked.source.value, path) === undefined) {
    return [missing(path, issue, checked)];
  }
  return deepest(issue, checked.schema).flatMap((inner) => describe(inner, checked));
}

function describe(issue: Issue, checked: FileCheck): readonly Finding[] {
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys') {
    const allowed = allowedKeys(checked.schema, path);
    const keys = issue.keys.slice(0, PROBLEMS_MAX);
    return keys.map((key) => unknownKey([...path, key], allowed, checked));
  }
  if (issue.code !== 'custom' && valueAt(checked.source.value, path) === undefined) {
    return [missing(path, issue, checked)];
  }
  return [wrongValue(path, issue, checked)];
}

function unknownKey(path: Path, allowed: readonly string[], { schema, words }: FileCheck): Finding {
  const { keyNotYet, keyMeant } = words;
  const found = String(path.at(-1));
  const parts = { found: shownText(found), allowed: alternatives(allowed) || null };
  const notYet = keyNotYet?.(found) ?? null;
  if (notYet !== null) {
    const { message, next } = notYet;
    return { path, isKey: true, isOfAnyForm: true, message, parts: { ...parts, next } };
  }
  const nearest = keyMeantBy(found, allowed, keyMeant);
  const place = nearest === null ? placeOf(found, schema, words) : null;
  const next = nearest === null ? (place ?? 'Remove it') : `Rename it to "${nearest}"`;
  const message =
    path.length < 2 ? 'Unknown key' : `Unknown key in "${pathText(path.slice(0, -1))}"`;
  return { path, isKey: true, message, parts: { ...parts, nearest, next } };
}

/** What to do with a key that belongs elsewhere in the file; null where it belongs nowhere. */
function placeOf(found: string, schema: z.ZodType, { placeMeant }: FileWords): string | null {
  const place = placeMeant?.(found) ?? [];
  const key = place.at(-1);
  if (key === undefined || !allowedKeys(schema, place.slice(0, -1)).includes(key)) return null;
  return place.length === 1
    ? `Move it to the top of the file, as "${key}"`
    : `Move it to "${pathText(place)}"`;
}

function keyMeantBy(
  found: string,
  allowed: readonly string[],
  keyMeant: FileWords['keyMeant'],
): string | null {
  const meant = keyMeant?.(found) ?? null;
  if (meant !== null && allowed.includes(meant)) return meant;
  return found.length > WORD_CHARS_MAX ? null : nearestWord(found, allowed);
}

function missing(path: Path, issue: Issue, { schema }: FileCheck): Finding {
  const { example } = wordingOf(issue);
  const key = String(path.at(-1));
  return {
    path,
    isMissing: true,
    message: `"${pathText(path)}" is missing`,
    parts: {
      allowed: allowedText(issue, schema),
      next: example === '' ? `Add "${key}"` : `Add a line such as "${key}: ${example}"`,
    },
  };
}

function wrongValue(path: Path, issue: Issue, checked: FileCheck): Finding {
  const stands = whatStands(path, checked);
  const notYet = notYetFinding(path, stands, checked);
  const allowed = allowedText(issue, checked.schema);
  if (notYet !== null) return { ...notYet, parts: { ...notYet.parts, allowed } };
  const { found, written } = stands;
  const nearest = written === null ? null : nearestTo(written, { path, issue, checked });
  const parts = { found, nearest, next: nextStep(nearest, issue, written) };
  if (issue.code === 'custom' && readWording(issue.message) === null) {
    return { path, message: messageOf(issue, path), parts: { ...parts, ...customParts(issue) } };
  }
  const message = path.length === 0 ? wholeText(checked) : `Wrong value of "${pathText(path)}"`;
  return { path, message, parts: { ...parts, allowed } };
}

/** What stands at a path, in words, and as it is written where that is one word; neither where it may be a secret. */
interface Standing {
  readonly found: string | null;
  readonly written: string | null;
}

function whatStands(path: Path, { source, words }: FileCheck): Standing {
  if (words.isSecret?.(path) === true) return { found: null, written: null };
  const written = scalarText(path, source);
  return { found: foundText(path, source, written), written };
}

function notYetFinding(
  path: Path,
  { found, written }: Standing,
  { words }: FileCheck,
): Finding | null {
  const notYet = written === null ? null : (words.valueNotYet?.(path, written) ?? null);
  if (notYet === null) return null;
  const { message, next } = notYet;
  return { path, isNotYet: true, message, parts: { found, next } };
}

function customParts({ params = {} }: z.core.$ZodIssueCustom): ProblemParts {
  const { words, ...parts } = params as CustomParams;
  return words === undefined ? (params as ProblemParts) : parts;
}

function nearestTo(
  written: string,
  of: { readonly path: Path; readonly issue: Issue; readonly checked: FileCheck },
): string | null {
  const { schema, words } = of.checked;
  const [here] = schemasAt(schema, of.path);
  const repaired = here === undefined ? null : (words.repair?.(written, here) ?? null);
  return repaired ?? nearestWord(written, [...wordsOf(of.issue), ...kindsAt(of.issue, schema)]);
}

function nextStep(nearest: string | null, issue: Issue, written: string | null): string | null {
  if (nearest !== null) return `Write ${nearest}`;
  const { example } = wordingOf(issue);
  if (example !== '') return `Write for example ${example}`;
  const isBare = issue.code === 'invalid_type' && issue.expected === 'string' && written !== null;
  return isBare ? 'Put the value in quotes' : null;
}

function wholeText({ source, words }: FileCheck): string {
  if (words.wrongWhole !== undefined) return words.wrongWhole;
  return source.value === null ? 'The file is empty' : 'Wrong content';
}

/** With the key it is about, where the message does not name it already. */
function messageOf({ message }: Issue, path: Path): string {
  return path.length === 0 || message.includes('"') ? message : `${message}: "${pathText(path)}"`;
}

const NO_WORDING: Wording = { allowed: [], example: '' };

function wordingOf({ message }: Issue): Wording {
  return readWording(message) ?? NO_WORDING;
}

/** The words that an issue allows, where it allows words. */
function wordsOf(issue: Issue): readonly string[] {
  const wording = readWording(issue.message);
  if (wording !== null) return wording.allowed;
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'custom' ? (((issue.params ?? {}) as CustomParams).words ?? []) : [];
}

/** A union's issues as those of the branch that came furthest, or one issue that names every branch. */
function deepest(issue: Issue, schema: z.ZodType): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const { path } = issue;
  const branches = issue.errors.map((branch) =>
    branch.flatMap((inner) => deepest({ ...inner, path: [...path, ...inner.path] }, schema)),
  );
  const depth = (branch: readonly Issue[]): number =>
    Math.max(
      0,
      ...branch.map((inner) => inner.path.length + (inner.code === 'invalid_type' ? 0 : 0.5)),
    );
  const furthest = branches.reduce((a, b) => (depth(b) > depth(a) ? b : a));
  if (depth(furthest) >= path.length + 0.5 && furthest.every(isInside(path))) return furthest;
  if (readWording(issue.message) !== null) return [issue];
  const inner = branches.flat();
  const allowed = [...new Set(inner.map((one) => allowedText(one, schema)))].join(', or ');
  const message = 'Wrong value' + (path.length === 0 ? '' : ` of "${pathText(pathOf(issue))}"`);
  return [{ code: 'custom', path, message, params: { allowed, words: inner.flatMap(wordsOf) } }];
}

/** Whether an issue is about something inside the value at `path`, or about the value's own keys. */
function isInside(path: readonly PropertyKey[]): (issue: Issue) => boolean {
  return (issue) =>
    issue.path.length > path.length ||
    issue.code === 'unrecognized_keys' ||
    (issue.code === 'custom' && readWording(issue.message) === null);
}

/** What the place of an issue may hold. */
function allowedText(issue: Issue, schema: z.ZodType): string {
  const wording = readWording(issue.message);
  if (wording !== null) return alternatives(wording.allowed);
  if (issue.code === 'invalid_type' && issue.expected === 'object') {
    const keys = allowedKeys(schema, issue.path);
    return keys.length === 0 ? expectedText('object') : `a mapping with ${keys.join(', ')}`;
  }
  const kinds = kindsAt(issue, schema);
  if (kinds.length > 0) return alternatives(kinds);
  const mayBeNull = schemasAt(schema, issue.path).some(isNullable);
  return mayBeNull ? `${allowedBy(issue)}, or null` : allowedBy(issue);
}

/** The words of which one says which mapping stands there, where that one is missing or none of them. */
function kindsAt(issue: Issue, schema: z.ZodType): readonly string[] {
  if (issue.code !== 'invalid_union' || issue.errors.length > 0) return [];
  return schemasAt(schema, issue.path).flatMap((here) => {
    const { def } = (here as z.core.$ZodTypes)._zod;
    return def.type === 'literal' ? def.values.map(String) : [];
  });
}

function isNullable(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === 'nullable';
}

function allowedBy(issue: Issue): string {
  if (issue.code === 'invalid_value') return alternatives(issue.values.map(String));
  if (issue.code === 'invalid_type') return expectedText(issue.expected);
  if (issue.code === 'too_small') {
    return bound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin);
  }
  if (issue.code === 'too_big') {
    return bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin);
  }
  return issue.message;
}

function expectedText(expected: string): string {
  return EXPECTED[expected] ?? expected;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
};

function bound(word: string, limit: number | bigint, origin: string): string {
  const unit = origin === 'string' ? ' character' : origin === 'array' ? ' item' : '';
  if (unit === '') return `${word} ${String(limit)}`;
  return Number(limit) === 1 ? `${word} one${unit}` : `${word} ${String(limit)}${unit}s`;
}

/** A scalar as it is written, without quotes; null for anything else, and for what is too long to be a slip. */
function scalarText(path: Path, { value, tree, text }: YamlSource): string | null {
  const here = valueAt(value, path);
  if (here === null || here === undefined || typeof here === 'object') return null;
  const { startOffset, endOffset } = treeAt(tree, path)?.span ?? { startOffset: 0, endOffset: 0 };
  const written = typeof here === 'string' ? here : text.slice(startOffset, endOffset).trim();
  if (written.length > WORD_CHARS_MAX) return null;
  // Of a value that stands in no file there is no text.
  return written === '' && typeof here !== 'string' ? JSON.stringify(here) : written;
}

/** What stands at a path, in words; null where nothing does. */
function foundText(path: Path, { value }: YamlSource, written: string | null): string | null {
  const here = valueAt(value, path);
  if (here === undefined) return null;
  if (here === null || typeof here === 'object') return shownValue(here);
  if (written === null) return 'a long text';
  return typeof here === 'string' ? shownText(written) : written;
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Reflect.get(here, step) as unknown;
  }
  return here;
}

function pathOf({ path }: Issue): Path {
  return path.map((step) => (typeof step === 'symbol' ? step.toString() : step));
}
