import { z } from 'zod';

import { type Checked, type Problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { checkSchema } from '../../text/check-schema.ts';
import { type Finding, type Path, placeFinding, shownText } from '../../text/finding.ts';
import { JoinedText } from '../../text/joined-text.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { withParts } from '../../text/tree-parts.ts';
import { type TextSpan, type YamlSource, type YamlTree } from '../../text/yaml-source.ts';
import { INCLUDE_DEPTH_MAX, INCLUDED_MAX, includeRule } from '../schema/include.ts';
import { heading } from '../schema/shared-keys.ts';
import { STRATEGY_WORDS } from '../strategy-words.ts';
import { type ReadPart } from './read-part.ts';

/** A file with all that it includes. */
export interface WholeFile {
  readonly joined: JoinedText;
  readonly tree: YamlTree;
}

/** Where a file is read into. */
export interface IncludeOptions {
  readonly readPart: ReadPart;
  /** @default a new text, which the file begins */
  readonly joined?: JoinedText;
  /** Path of the file. @default it is the strategy's own */
  readonly path?: string;
}

const including = z.looseObject({ include: includeRule.optional() });
/** What a part says besides: `name` is that of the file that includes it. */
const partHeading = z.looseObject({ schemaVersion: heading.schemaVersion });
const PART_WORDS = { ...STRATEGY_WORDS, wrongWhole: 'This is not a part of a strategy' };
const NOT_IN_PARTS = ['name', 'use', 'blueprint'];
/** Mappings whose entries have names: those of several files stand beside each other. */
const NAMED = ['legs', 'parameters', 'variables', 'sources'];

/** A file with the keys of the files that it includes, or everything that is wrong with these as parts of it. */
export function wholeFile(
  source: YamlSource,
  { readPart, joined = new JoinedText(), path }: IncludeOptions,
): Checked<WholeFile> {
  const includer = new Includer(joined, readPart);
  const tree = includer.whole(source, [{ path: path ?? null, file: source.file }]);
  return includer.problems.length > 0 ? fail(includer.problems) : ok({ joined, tree });
}

/** Whether a file can only be a part of one: it lacks what every strategy has. */
export function partProblem(source: YamlSource): Problem | null {
  const { parts } = source.tree;
  const isPart = parts.has('schemaVersion') && !parts.has('name');
  if (!isPart || ['underlying', 'position', 'signals'].some((key) => parts.has(key))) return null;
  const message = 'This is a part of a strategy: it has neither a name nor an underlying';
  const next = 'Check the file that includes it, or give it what a strategy has';
  return source.problemAt(source.top, message, { next });
}

/** A file on the way from the strategy's own. */
interface NamedFile {
  readonly path: string | null;
  readonly file: string;
}

class Includer {
  readonly problems: Problem[] = [];
  readonly #joined: JoinedText;
  readonly #readPart: ReadPart;
  readonly #included = new Set<string>();

  constructor(joined: JoinedText, readPart: ReadPart) {
    this.#joined = joined;
    this.#readPart = readPart;
  }

  /** `chain`: the strategy's own file first, this one last. */
  whole(source: YamlSource, chain: readonly NamedFile[]): YamlTree {
    const own = this.#joined.add(source);
    const form = own.parts.has('include') ? checkSchema(including, source, STRATEGY_WORDS) : null;
    if (form === null) return own;
    if (!form.ok) {
      this.problems.push(...form.error);
      return own;
    }
    const { include = [] } = form.value;
    const isOne = typeof include === 'string';
    const parts = (isOne ? [include] : include).flatMap((asked, index) => {
      const finding = { path: isOne ? ['include'] : ['include', index], asked };
      const part = this.#part(finding, { source, chain });
      return part === null ? [] : [part];
    });
    return this.#merged(own, parts);
  }

  #part(
    { path, asked }: { readonly path: Path; readonly asked: string },
    { source, chain }: { readonly source: YamlSource; readonly chain: readonly NamedFile[] },
  ): YamlTree | null {
    const refuse = (message: string, parts: Finding['parts']): null => {
      this.problems.push(placeFinding({ path, message, parts }, source));
      return null;
    };
    const read = this.#readPart(asked, chain.at(-1)?.path ?? null);
    if (!read.ok) return refuse(read.error.message, read.error.parts);
    const part = read.value;
    const found = shownText(asked);
    if (chain.some((one) => one.path === part.path)) {
      const way = [...chain.map(({ file }) => file), part.file].join(' → ');
      return refuse(`Files include each other: ${way}`, { found, next: 'Remove one of these' });
    }
    if (chain.length > INCLUDE_DEPTH_MAX) {
      const allowed = `at most ${String(INCLUDE_DEPTH_MAX)} files deep`;
      return refuse('Files include each other too deeply', { found, allowed });
    }
    if (this.#included.has(part.path)) {
      return refuse('The file is included twice', { found, next: 'Remove one of the two' });
    }
    if (this.#included.size === INCLUDED_MAX) {
      const allowed = `at most ${String(INCLUDED_MAX)} files`;
      return refuse('The strategy has too many files', { found, allowed });
    }
    this.#included.add(part.path);
    return this.#checked(part.text, [...chain, part]);
  }

  /** What a part says; null where it cannot be one. */
  #checked(text: string, chain: readonly NamedFile[]): YamlTree | null {
    const { file = '' } = chain.at(-1) ?? {};
    const source = readYaml(text, file, { hasAliases: false, showsLines: true });
    if (!source.ok) {
      this.problems.push(...source.error);
      return null;
    }
    const { parts } = source.value.tree;
    const findings = NOT_IN_PARTS.filter((key) => parts.has(key)).map((key) => ({
      path: [key],
      isKey: true,
      message: `An included file has no "${key}": it is a part of another`,
      parts: { next: 'Remove it' },
    }));
    const form = checkSchema(partHeading, source.value, { ...PART_WORDS, findings });
    if (form.ok) return this.whole(source.value, chain);
    this.problems.push(...form.error);
    return null;
  }

  /** The keys of a file, and of those that it includes: none stands twice. */
  #merged(own: YamlTree, included: readonly YamlTree[]): YamlTree {
    const merged = new Map([...own.parts].filter(([key]) => key !== 'include'));
    // Of lists and names, those of the files that are included come first, in their order.
    for (const part of included.toReversed()) {
      for (const [key, added] of part.parts) {
        if (key === 'schemaVersion') continue;
        const before = merged.get(key);
        if (before === undefined) merged.set(key, added);
        else merged.set(key, { ...before, tree: this.#both(key, added, before) });
      }
    }
    return withParts(own, merged);
  }

  #both(key: string, added: Part, before: Part): YamlTree {
    const [one, other] = [added.tree, before.tree];
    if (key === 'rules' && Array.isArray(one.value) && Array.isArray(other.value)) {
      const items = [...one.parts.values(), ...other.parts.values()];
      return withParts(other, new Map(items.map((item, index) => [String(index), item])));
    }
    const areMappings = isMapping(one) && isMapping(other);
    if (!NAMED.includes(key) || !areMappings) {
      this.#twice(`"${key}"`, added.key, before.key);
      return other;
    }
    const entries = new Map(one.parts);
    for (const [name, entry] of other.parts) {
      const clash = entries.get(name);
      if (clash !== undefined) this.#twice(`"${key}.${name}"`, clash.key, entry.key);
      entries.set(name, entry);
    }
    return withParts(other, entries);
  }

  #twice(what: string, added: TextSpan, before: TextSpan): void {
    const source = this.#joined.source({ value: null, span: before, parts: new Map() });
    const place = source.positionAt(before.startOffset);
    const at = `${place.file ?? source.file}:${String(place.line)}:${String(place.column)}`;
    const message = `${what} stands in two files: here and at ${at}`;
    this.problems.push(source.problemAt(added, message, { next: 'Keep one of the two' }));
  }
}

type Part = NonNullable<ReturnType<YamlTree['parts']['get']>>;

function isMapping({ value }: YamlTree): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
