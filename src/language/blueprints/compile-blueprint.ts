import { type Checked } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { type Finding, placeFinding, shownText } from '../../text/finding.ts';
import { type CompileOptions, compileSource, type YamlStrategy } from '../compile-source.ts';
import { type DeclaredInputs, declaredInputs, defaultValues } from './declared-inputs.ts';
import { fillInputs, type GivenValue } from './fill-inputs.ts';
import { allowedInput, exampleInput, type InputValue } from './input-value.ts';
import { type WholeFile } from './include-files.ts';
import { filledParameters, shapeOf, underInputs } from './under-inputs.ts';

/** A blueprint in the text that it was read with. */
export interface ReadBlueprint extends WholeFile {
  readonly declared: DeclaredInputs;
  readonly values: ReadonlyMap<string, GivenValue>;
  readonly options: CompileOptions;
}

/**
 * The strategy of a blueprint by itself, with the defaults of its inputs. Where one has none, everything else is checked
 * and the answer says what it needs.
 */
export function compileBlueprint(
  { joined, tree }: WholeFile,
  options: CompileOptions,
): Checked<YamlStrategy> {
  const source = joined.source(tree);
  const declared = declaredInputs(source);
  if (!declared.ok) return declared;
  const values = defaultValues(declared.value, source);
  const read = { joined, tree, declared: declared.value, values, options };
  const needed = Object.keys(declared.value).filter((name) => !values.has(name));
  return needed.length === 0 ? compileFilled(read) : checkWithout(read, needed);
}

/** The strategy of a blueprint whose inputs all have a value. */
export function compileFilled(read: ReadBlueprint): Checked<YamlStrategy> {
  const { joined, tree, declared, values, options } = read;
  const names = Object.keys(declared);
  const { uses } = fillInputs(tree, names, values);
  const compile = (of: ReadonlyMap<string, InputValue>): Checked<YamlStrategy> => {
    const given = [...values].map(([name, { value, span }]) => {
      return [name, { value: of.get(name) ?? value, span }] as const;
    });
    return compileSource(joined.source(fillInputs(tree, names, new Map(given)).tree), options);
  };
  const own = new Map([...values].map(([name, { value }]) => [name, value] as const));
  const base = compile(own);
  if (!base.ok) return base;
  const clashes = takenNames(read, base.value, filledParameters(uses));
  if (clashes.length > 0) {
    const source = joined.source(tree);
    return fail(clashes.map((finding) => placeFinding(finding, source)));
  }
  return ok(underInputs(base.value, { declared, values: own, uses, compile }));
}

/** A parameter and an input of one name would be two values under one. */
function takenNames(
  { declared }: ReadBlueprint,
  base: YamlStrategy,
  filled: ReadonlyMap<string, string>,
): readonly Finding[] {
  return Object.keys(shapeOf(base))
    .filter((name) => Object.hasOwn(declared, name) && filled.get(name) !== name)
    .map((name) => ({
      path: ['blueprint', 'inputs', name],
      isKey: true,
      message: 'The strategy has a parameter of this name, which is another value',
      parts: { found: shownText(name), next: 'Rename the input' },
    }));
}

/** What is wrong with all of a blueprint but the inputs that it still needs, and that it needs them. */
function checkWithout(
  { joined, tree, declared, values, options }: ReadBlueprint,
  needed: readonly string[],
): Checked<YamlStrategy> {
  const filled = fillInputs(tree, Object.keys(declared), values);
  const undecided = needed.flatMap((name) => filled.uses.get(name) ?? []);
  const found = compileSource(joined.source(filled.tree), { ...options, undecided });
  const source = joined.source(tree);
  const asked = needed.map((name) => placeFinding(askedFor(name, declared), source));
  return fail([...(found.ok ? [] : found.error), ...asked]);
}

function askedFor(name: string, declared: DeclaredInputs): Finding {
  const input = declared[name] ?? { type: 'text' as const };
  const message = `The input "${name}" has no default: the blueprint runs in a file that gives it`;
  const next = `Write a file with "use" and inputs: { ${name}: ${exampleInput(input)} }`;
  const parts = { allowed: allowedInput(input), next };
  return { path: ['blueprint', 'inputs', name], isKey: true, message, parts };
}
