import { nearestWord } from '../../base/nearest-word.ts';
import { type Checked, type Problem } from '../../base/problem.ts';
import { fail } from '../../base/result.ts';
import { checkSchema } from '../../text/check-schema.ts';
import {
  alternatives,
  type Finding,
  placeFinding,
  shownText,
  spanOfFinding,
  treeAt,
} from '../../text/finding.ts';
import { JoinedText } from '../../text/joined-text.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { withParts } from '../../text/tree-parts.ts';
import { type YamlSource, type YamlTree } from '../../text/yaml-source.ts';
import { type YamlStrategy } from '../compile-source.ts';
import { useForm } from '../schema/blueprint.ts';
import { STRATEGY_WORDS } from '../strategy-words.ts';
import { wordsBesideUse } from './beside-use.ts';
import { compileFilled } from './compile-blueprint.ts';
import { type DeclaredInputs, declaredInputs, defaultValues } from './declared-inputs.ts';
import { type GivenValue } from './fill-inputs.ts';
import { allowedInput, exampleInput, givenInputValue, inputValueOf } from './input-value.ts';
import { wholeFile, type WholeFile } from './include-files.ts';
import { type FileCompileOptions, noParts, type ReadPart } from './read-part.ts';

/** The strategy of a file that uses a blueprint, or everything that is wrong with it, in whichever file that stands. */
export function compileUse(
  source: YamlSource,
  { readPart = noParts, ...options }: FileCompileOptions,
): Checked<YamlStrategy> {
  const joined = new JoinedText();
  const own = joined.add(source);
  const blueprint = usedBlueprint(source, { readPart, joined });
  const words = blueprint.ok ? wordsBesideUse(source.tree, blueprint.value) : STRATEGY_WORDS;
  const form = checkSchema(useForm, source, words);
  // A key may seem out of place only because the blueprint that asks for it is not there.
  if (!form.ok) return fail([...(blueprint.ok ? [] : blueprint.error), ...form.error]);
  if (!blueprint.ok) return blueprint;
  const { tree } = blueprint.value;
  const declared = declaredInputs(joined.source(tree));
  if (!declared.ok) return declared;
  const wrong = wrongInputs(declared.value, form.value.inputs ?? {});
  if (wrong.length > 0) return fail(inOrder(wrong, source));
  const defaults = defaultValues(declared.value, joined.source(tree));
  const values = new Map([...defaults, ...givenValues(declared.value, own)]);
  return compileFilled({
    ...{ joined, values, options },
    declared: declared.value,
    tree: renamed(tree, own),
  });
}

/** The blueprint that a file names. No problem of its own where the file names none: that is one of its form. */
function usedBlueprint(
  source: YamlSource,
  { readPart, joined }: { readonly readPart: ReadPart; readonly joined: JoinedText },
): Checked<WholeFile> {
  const { data: asked } = useForm.shape.use.safeParse(source.tree.parts.get('use')?.tree.value);
  if (asked === undefined) return fail([]);
  const part = readPart(asked, null);
  if (!part.ok) return fail([placeFinding({ path: ['use'], ...part.error }, source)]);
  const { text, file, path } = part.value;
  const blueprint = readYaml(text, file, { hasAliases: false, showsLines: true });
  if (!blueprint.ok) return blueprint;
  if (blueprint.value.tree.parts.has('use')) {
    const finding = { path: ['use'], isKey: true, message: 'A blueprint cannot use another' };
    const next = 'Name the other one in the file of the strategy, or copy what it says';
    return fail([placeFinding({ ...finding, parts: { next } }, blueprint.value)]);
  }
  if (blueprint.value.tree.parts.has('blueprint')) {
    return wholeFile(blueprint.value, { readPart, joined, path });
  }
  const message = 'This file is not a blueprint: it declares no inputs';
  const next = `Add "blueprint: { inputs: … }" to ${file}, or name another file`;
  const parts = { found: shownText(asked), next };
  return fail([placeFinding({ path: ['use'], message, parts }, source)]);
}

function inOrder(findings: readonly Finding[], source: YamlSource): readonly Problem[] {
  const offsetOf = (finding: Finding): number => spanOfFinding(finding, source).startOffset;
  return [...findings]
    .sort((left, right) => offsetOf(left) - offsetOf(right))
    .map((finding) => placeFinding(finding, source));
}

/** What is wrong with the values that a file gives the inputs of its blueprint. */
function wrongInputs(
  declared: DeclaredInputs,
  given: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  const names = Object.keys(declared);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
  const missing = Object.entries(declared).filter(
    ([name, input]) => input.default === undefined && !Object.hasOwn(given, name),
  );
  const wrong = Object.entries(declared).filter(
    ([name, input]) => Object.hasOwn(given, name) && inputValueOf(input, given[name]) === null,
  );
  // A name that is nearly there is not missing as well.
  const meant = unknown.map((name) => nearestWord(name, names));
  return [
    ...unknown.map((name) => unknownInput(name, names)),
    ...missing.flatMap(([name, input]) =>
      meant.includes(name) ? [] : [missingInput(name, input)],
    ),
    ...wrong.map(([name, input]) => wrongInput(name, input, given[name])),
  ];
}

type Declared = DeclaredInputs[string];

function unknownInput(name: string, names: readonly string[]): Finding {
  const nearest = nearestWord(name, names);
  const next = nearest === null ? 'Remove it' : `Rename it to "${nearest}"`;
  const parts = { found: shownText(name), allowed: alternatives(names), nearest, next };
  const message = 'The blueprint has no such input';
  return { path: ['inputs', name], isKey: true, message, parts };
}

function missingInput(name: string, input: Declared): Finding {
  return {
    path: ['inputs', name],
    isMissing: true,
    message: `"inputs.${name}" is missing: it has no default`,
    parts: {
      allowed: allowedInput(input),
      next: `Add a line such as "${name}: ${exampleInput(input)}"`,
    },
  };
}

function wrongInput(name: string, input: Declared, written: unknown): Finding {
  const value = givenInputValue(input, written);
  const nearest = value === null ? null : String(value);
  return {
    path: ['inputs', name],
    message: `Wrong value of "inputs.${name}"`,
    parts: {
      found: typeof written === 'string' ? shownText(written) : String(written),
      allowed: allowedInput(input),
      nearest,
      next: `Write ${nearest ?? `for example ${exampleInput(input)}`}`,
    },
  };
}

function givenValues(
  declared: DeclaredInputs,
  own: YamlTree,
): readonly (readonly [string, GivenValue])[] {
  return Object.entries(declared).flatMap(([name, input]) => {
    const written = treeAt(own, ['inputs', name]);
    const value = written === null ? null : inputValueOf(input, written.value);
    return written === null || value === null ? [] : [[name, { value, span: written.span }]];
  });
}

/** The blueprint under the name of the file that uses it. */
function renamed(tree: YamlTree, own: YamlTree): YamlTree {
  const name = own.parts.get('name');
  if (name === undefined) return tree;
  return withParts(tree, new Map(tree.parts).set('name', name));
}
