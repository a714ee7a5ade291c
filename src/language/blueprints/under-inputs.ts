import { z } from 'zod';

import { invariant } from '../../base/invariant.ts';
import { type Checked, type Problem } from '../../base/problem.ts';
import { type Path } from '../../text/finding.ts';
import { wording } from '../../text/worded-schema.ts';
import { type YamlStrategy } from '../compile-source.ts';
import { type DeclaredInputs } from './declared-inputs.ts';
import { fixedBy } from './fill-inputs.ts';
import { allowedInput, exampleInput, givenInputValue, type InputValue } from './input-value.ts';

/** A blueprint that was compiled with the values of its file. */
export interface CompiledBlueprint {
  readonly declared: DeclaredInputs;
  /** Of every input, as the file gives it or by default. */
  readonly values: ReadonlyMap<string, InputValue>;
  /** Where each input counts. */
  readonly uses: ReadonlyMap<string, readonly Path[]>;
  /** The same file with other values of its inputs. */
  readonly compile: (values: ReadonlyMap<string, InputValue>) => Checked<YamlStrategy>;
}

type Params = Readonly<Record<string, unknown>>;

/** Variants that are kept; a sweep goes through thousands in one process. */
const KEPT_MAX = 16;

/**
 * The strategy of a blueprint, with its inputs among its parameters: a run under other values of them decides as if the
 * file gave these. What an input fills is not a parameter beside it.
 */
export function underInputs(base: YamlStrategy, blueprint: CompiledBlueprint): YamlStrategy {
  const variants = new Variants(base, blueprint);
  const params = paramsOf(base, blueprint, variants);
  return {
    ...base,
    params,
    run: (context) => {
      const { strategy, own } = variants.of(context.params as Params);
      return strategy.run({ ...context, params: own });
    },
    runTraced: (context, trace) => {
      const { strategy, own } = variants.of(context.params as Params);
      invariant(strategy.runTraced !== undefined, 'A strategy of a file can be traced');
      return strategy.runTraced({ ...context, params: own }, trace);
    },
    outline: (given) => {
      const { strategy, own } = variants.of(given as Params);
      return strategy.outline(own);
    },
  };
}

/** Which input fills which parameter of the strategy itself. */
export function filledParameters(uses: CompiledBlueprint['uses']): ReadonlyMap<string, string> {
  const filled = [...uses].flatMap(([input, paths]) =>
    paths.flatMap((path) => {
      const name = parameterAt(path);
      return name === null ? [] : [[name, input] as const];
    }),
  );
  return new Map(filled);
}

/** The parameter whose value stands at a path of the file; null where none does. */
function parameterAt([first, second, third, ...rest]: Path): string | null {
  if (second === undefined) return String(first);
  if (first === 'entry' && third === undefined) return String(second);
  const isDefault = first === 'parameters' && third === 'default' && rest.length === 0;
  return isDefault ? String(second) : null;
}

/** Parameters of a strategy that has a schema of an object, as every file has. */
export function shapeOf({
  params,
}: Pick<YamlStrategy, 'params'>): Readonly<Record<string, z.ZodType>> {
  return (params as z.ZodObject<Record<string, z.ZodType>>).shape;
}

/** The strategy under the values of each set of parameters that it is asked for. */
class Variants {
  readonly #blueprint: CompiledBlueprint;
  readonly #filled: ReadonlyMap<string, string>;
  readonly #kept = new Map<string, Checked<YamlStrategy>>();

  constructor(base: YamlStrategy, blueprint: CompiledBlueprint) {
    this.#blueprint = blueprint;
    this.#filled = filledParameters(blueprint.uses);
    this.#kept.set(keyOf(blueprint.values), { ok: true, value: base });
  }

  /** The strategy, and its own parameters, of an output of the schema. */
  of(params: Params): { readonly strategy: YamlStrategy; readonly own: unknown } {
    const compiled = this.compiled(params);
    invariant(compiled.ok, 'Inputs that were checked give a strategy');
    const own = compiled.value.params.safeParse(this.ownOf(params));
    invariant(own.success, 'Parameters that were checked fit their strategy');
    return { strategy: compiled.value, own: own.data };
  }

  /** The strategy with the inputs that are among parameters. */
  compiled(params: Params): Checked<YamlStrategy> {
    const { declared, values, compile } = this.#blueprint;
    const given = Object.entries(declared).map(([name, input]) => {
      const value = givenInputValue(input, params[name]) ?? values.get(name);
      invariant(value !== undefined, 'Each input has a value');
      return [name, value] as const;
    });
    const all = new Map(given);
    const key = keyOf(all);
    const kept = this.#kept.get(key) ?? compile(all);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  /** Without inputs, and without what they fill. */
  ownOf(params: Params): Params {
    const { declared } = this.#blueprint;
    const own = Object.entries(params).filter(
      ([name]) => !Object.hasOwn(declared, name) && !this.#filled.has(name),
    );
    return Object.fromEntries(own);
  }

  /** The parameter that an issue of the strategy's own is about. */
  nameOf(name: string): string {
    return this.#filled.get(name) ?? name;
  }
}

function keyOf(values: ReadonlyMap<string, InputValue>): string {
  return JSON.stringify([...values].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function paramsOf(base: YamlStrategy, blueprint: CompiledBlueprint, variants: Variants): z.ZodType {
  const inputs = Object.keys(blueprint.declared).map((name) => {
    return [name, inputSchema(name, blueprint)] as const;
  });
  const shape = { ...variants.ownOf(shapeOf(base)), ...Object.fromEntries(inputs) };
  return z.strictObject(shape as Record<string, z.ZodType>).superRefine((params, context) => {
    const compiled = variants.compiled(params);
    if (!compiled.ok) {
      const name = changedInput(params, blueprint);
      context.addIssue({ code: 'custom', path: [name], ...issueOf(compiled.error) });
      return;
    }
    const own = compiled.value.params.safeParse(variants.ownOf(params));
    for (const { path, message } of own.error?.issues ?? []) {
      const name = variants.nameOf(String(path[0]));
      context.addIssue({ code: 'custom', path: [name, ...path.slice(1)], message });
    }
  });
}

/** An input that is given otherwise than the file does: without it the file compiles. */
function changedInput(params: Params, { declared, values }: CompiledBlueprint): string {
  const names = Object.keys(declared);
  const changed = names.find((name) => {
    const input = declared[name];
    return input !== undefined && givenInputValue(input, params[name]) !== values.get(name);
  });
  return changed ?? names[0] ?? '';
}

function issueOf([first]: readonly Problem[]): { message: string; params: object } {
  const { message = '', allowed = null, nearest = null, next = null } = first ?? {};
  return { message: `no strategy under it: ${message}`, params: { allowed, nearest, next } };
}

/** Schemas of inputs that are read with the file. */
const FIXED_INPUTS = new WeakSet<object>();

/** Whether the schema of a parameter is of an input that a configuration cannot give. */
export function isFixedInput(schema: object): boolean {
  return FIXED_INPUTS.has(schema);
}

function inputSchema(name: string, blueprint: CompiledBlueprint): z.ZodType {
  const fixed = fixedBy(blueprint.uses.get(name) ?? []);
  const schema = schemaOfInput(name, blueprint, fixed);
  if (fixed !== null) FIXED_INPUTS.add(schema);
  return schema;
}

function schemaOfInput(
  name: string,
  { declared, values }: CompiledBlueprint,
  fixed: string | null,
): z.ZodType {
  const input = declared[name];
  const inFile = values.get(name);
  invariant(input !== undefined && inFile !== undefined, 'Each input has a value');
  return z
    .unknown()
    .optional()
    .transform((given, context) => {
      if (given === undefined) return inFile;
      const value = givenInputValue(input, given);
      // It stays as it is written, so that people can read it.
      if (value !== null && (fixed === null || value === inFile)) return given;
      const message =
        value === null
          ? wording([allowedInput(input)], exampleInput(input))
          : `read with the file, as a part of its "${String(fixed)}": give it in the file`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}
