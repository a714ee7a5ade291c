import { type Checked, type Problem, problem } from '../base/problem.ts';
import { ok } from '../base/result.ts';
import { readYaml, YAML_BYTES_MAX } from './read-yaml.ts';
import { type YamlSource } from './yaml-source.ts';

/** Most sections of a file that are read one by one; a configuration has about 25. */
const SECTIONS_MAX = 100;

/** A section that cannot be read, or whose key is repeated. */
export interface UnreadableSection {
  /** Its key as far as there is one: the first word of its first line. */
  readonly key: string;
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** A mapping of which some sections may not be YAML. */
export interface ReadableSections {
  /** The sections that can be read, each at its place in the file. */
  readonly source: YamlSource;
  readonly unreadable: readonly UnreadableSection[];
}

/**
 * The sections of a file that is not YAML as a whole, each read alone: in a block mapping every line that starts with a key begins
 * one, whatever is wrong with the others. Fails where the keys are not at the start of their lines.
 */
export function readableSections(text: string, file: string): Checked<ReadableSections> {
  const whole = readYaml(text, file);
  if (whole.ok) return ok({ source: whole.value, unreadable: [] });
  const spans = text.length > YAML_BYTES_MAX ? [] : spansOf(text);
  if (spans.length === 0 || spans.length > SECTIONS_MAX) return whole;
  const read = spans.map((span) => readAlone(text, { file, span }));
  const sections = read.map((section) => unlessRepeated(section, read));
  const source = readYaml(blankExcept(text, readableOf(sections)), file);
  if (!source.ok) return source;
  return ok({ source: source.value, unreadable: sections.filter(isUnreadable) });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface ReadSection extends UnreadableSection {
  readonly line: number;
  readonly file: string;
  readonly span: Span;
}

/** A list or a closing bracket at the start of a line belongs to the key above it. */
const CONTINUED = /^(-\s|-$|[\]}]|#|\s|$)/;

/** None where something stands above the first key, or the file has several documents. */
function spansOf(text: string): readonly Span[] {
  const lines = linesOf(text);
  const starts = lines.filter(({ line }) => !CONTINUED.test(line));
  const first = starts[0]?.start ?? 0;
  const isMapping = lines.every(({ line, start }) => start >= first || /^\s*(#|$)/.test(line));
  if (!isMapping || starts.some(({ line }) => /^(---|\.\.\.|%)/.test(line))) return [];
  return starts.map(({ start }, index) => ({
    start,
    end: starts[index + 1]?.start ?? text.length,
  }));
}

function linesOf(text: string): readonly { readonly line: string; readonly start: number }[] {
  let end = 0;
  return text.split('\n').map((line) => {
    const start = end;
    end += line.length + 1;
    return { line, start };
  });
}

function readAlone(
  text: string,
  { file, span }: { readonly file: string; readonly span: Span },
): ReadSection {
  const own = text.slice(span.start, span.end);
  const at = { file, span, text: own, line: text.slice(0, span.start).split('\n').length };
  const alone = readYaml(blankExcept(text, [span]), file);
  const word = /^["']?([^\s:"']*)/.exec(own)?.[1] ?? '';
  if (!alone.ok) return { ...at, key: word, problems: alone.error };
  const keys = [...alone.value.tree.parts.keys()];
  const [key] = keys;
  if (key !== undefined && keys.length === 1) return { ...at, key, problems: [] };
  return {
    ...at,
    key: word,
    problems: [sectionProblem(at, 'Cannot read YAML: not a key with its value')],
  };
}

function unlessRepeated(section: ReadSection, all: readonly ReadSection[]): ReadSection {
  const isRepeated = all.filter(({ key }) => key === section.key).length > 1;
  if (!isRepeated || section.problems.length > 0) return section;
  return { ...section, problems: [sectionProblem(section, 'The same key twice in one mapping')] };
}

function sectionProblem(
  { file, line }: Pick<ReadSection, 'file' | 'line'>,
  message: string,
): Problem {
  return problem(message, { file, line, column: 1 });
}

function isUnreadable({ problems }: ReadSection): boolean {
  return problems.length > 0;
}

function readableOf(sections: readonly ReadSection[]): readonly Span[] {
  return sections.filter((section) => !isUnreadable(section)).map(({ span }) => span);
}

/** The text with all but some of it blank, so that places stay what they are. */
function blankExcept(text: string, spans: readonly Span[]): string {
  const isKept = (at: number): boolean => spans.some(({ start, end }) => start <= at && at < end);
  return linesOf(text)
    .map(({ line, start }) => (isKept(start) ? line : line.replace(/[^\r]/g, ' ')))
    .join('\n');
}
