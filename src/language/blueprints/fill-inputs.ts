import { nearestWord } from '../../base/nearest-word.ts';
import {
  alternatives,
  type Finding,
  type Path,
  shownText,
  shownValue,
} from '../../text/finding.ts';
import { withParts } from '../../text/tree-parts.ts';
import { type TextSpan, type YamlTree } from '../../text/yaml-source.ts';
import { type InputValue } from './input-value.ts';

/** The word under which a value of a blueprint is asked for. */
const INPUT = 'input';
/** Keys that a file says itself: they name it. */
const NOT_HERE = ['name', 'schemaVersion'];
/** What the run's account has a part in, limits of the day and the broker, is read with the file, before any parameter. */
const FIXED = ['protections', 'broker'];

/** A value of an input, and where it stands. */
export interface GivenValue {
  readonly value: InputValue;
  readonly span: TextSpan;
}

/** A blueprint with values in the places of its inputs. */
export interface FilledTree {
  readonly tree: YamlTree;
  /** Where each input counts. Inputs without a value stand there as they are written. */
  readonly uses: ReadonlyMap<string, readonly Path[]>;
  /** What is wrong with the places. */
  readonly findings: readonly Finding[];
}

/**
 * Puts values into the places of a blueprint, whose own part is left out.
 *
 * @param names - inputs that it declares
 */
export function fillInputs(
  tree: YamlTree,
  names: readonly string[],
  values: ReadonlyMap<string, GivenValue>,
): FilledTree {
  const filler = new InputFiller(names, values);
  const parts = new Map([...tree.parts].filter(([key]) => key !== 'blueprint'));
  const filled = filler.fill(withParts(tree, parts), []);
  return { tree: filled, uses: filler.uses, findings: filler.findings };
}

/** The key at these places that is read with the file, so that no configuration can give what counts there; null for none. */
export function fixedBy(paths: readonly Path[]): string | null {
  return FIXED.find((key) => paths.some(([first]) => first === key)) ?? null;
}

class InputFiller {
  readonly findings: Finding[] = [];
  readonly uses = new Map<string, Path[]>();
  readonly #names: readonly string[];
  readonly #values: ReadonlyMap<string, GivenValue>;

  constructor(names: readonly string[], values: ReadonlyMap<string, GivenValue>) {
    this.#names = names;
    this.#values = values;
  }

  fill(tree: YamlTree, path: Path): YamlTree {
    const asked = Array.isArray(tree.value) ? undefined : tree.parts.get(INPUT)?.tree;
    if (asked !== undefined) return this.#input(tree, asked, path);
    if (tree.parts.size === 0) return tree;
    const isList = Array.isArray(tree.value);
    const parts = [...tree.parts].map(([key, part]) => {
      const inner = this.fill(part.tree, [...path, isList ? Number(key) : key]);
      return [key, { key: part.key, tree: inner }] as const;
    });
    return withParts(tree, new Map(parts));
  }

  #input(tree: YamlTree, asked: YamlTree, path: Path): YamlTree {
    const name = asked.value;
    const refused = this.#refusedInput(tree, name, path);
    if (refused !== null || typeof name !== 'string') {
      if (refused !== null) this.findings.push(refused);
      return tree;
    }
    this.uses.set(name, [...(this.uses.get(name) ?? []), path]);
    const given = this.#values.get(name);
    if (given === undefined) return tree;
    const { value, span } = given;
    return { value, span, parts: new Map(), givenFor: { input: name, span: tree.span } };
  }

  #refusedInput(tree: YamlTree, name: unknown, path: Path): Finding | null {
    const at = [...path, INPUT];
    if (tree.parts.size > 1) {
      const other = [...tree.parts.keys()].find((key) => key !== INPUT) ?? '';
      const parts = { found: shownText(other), next: 'Keep one of the two' };
      const message = 'An input is the whole value, without other keys beside it';
      return { path: [...path, other], isKey: true, message, parts };
    }
    if (NOT_HERE.includes(String(path[0]))) {
      const message = `"${String(path[0])}" cannot be an input: each file says its own`;
      return { path: at, message, parts: { found: shownValue(name) } };
    }
    if (typeof name === 'string' && this.#names.includes(name)) return null;
    const nearest = typeof name === 'string' ? nearestWord(name, this.#names) : null;
    const next = nearest === null ? 'Declare it under "blueprint: inputs:"' : `Write ${nearest}`;
    const allowed = alternatives(this.#names);
    return {
      path: at,
      message: 'The blueprint declares no such input',
      parts: { found: shownValue(name), allowed, nearest, next },
    };
  }
}
