import { type z } from 'zod';

type Schema = z.core.$ZodType;

/** The schemas that may hold for the value at a path, outermost first in a union; none where nothing may stand. */
export function schemasAt(schema: Schema, path: readonly PropertyKey[]): readonly Schema[] {
  let here: readonly Schema[] = [schema];
  for (const step of path) here = here.flatMap((inner) => below(inner, step));
  return here;
}

/** The keys that a schema allows in the map at `path`; empty when it allows any, or no map stands there. */
export function allowedKeys(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  return [...new Set(schemasAt(schema, path).flatMap(keys))];
}

function below(schema: Schema, step: PropertyKey): readonly Schema[] {
  return unwrap(schema).flatMap((inner) => {
    const { def } = (inner as z.core.$ZodTypes)._zod;
    if (def.type === 'object') {
      const child = def.shape[String(step)];
      return child === undefined ? [] : [child];
    }
    if (def.type === 'array') return [def.element];
    if (def.type === 'record') return [def.valueType];
    return [];
  });
}

function keys(schema: Schema): readonly string[] {
  return unwrap(schema).flatMap((inner) => {
    const { def } = (inner as z.core.$ZodTypes)._zod;
    return def.type === 'object' ? Object.keys(def.shape) : [];
  });
}

/** What stands inside optional, default, readonly, piped, united and lazy schemas. */
function unwrap(schema: Schema): readonly Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return [...unwrap(def.in), ...unwrap(def.out)];
  if (def.type === 'union') return def.options.flatMap(unwrap);
  if ('innerType' in def) return unwrap(def.innerType);
  if (def.type === 'lazy') return unwrapLazy(schema, def.getter());
  return [schema];
}

/** Maps that are made when one is first read, also of several kinds; what may be any JSON stays one. */
function unwrapLazy(schema: Schema, made: Schema): readonly Schema[] {
  const { def } = (made as z.core.$ZodTypes)._zod;
  if (def.type === 'union' && 'discriminator' in def) return unwrap(made);
  return def.type === 'object' ? [made] : [schema];
}
