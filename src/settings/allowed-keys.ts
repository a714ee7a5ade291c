import { type z } from 'zod';

/** The keys that a schema allows in the map at `path`; empty when it allows any, or no map stands there. */
export function allowedKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let here: readonly z.core.$ZodType[] = [schema];
  for (const step of path) here = here.flatMap((inner) => below(inner, step));
  return [...new Set(here.flatMap(keys))];
}

function below(schema: z.core.$ZodType, step: PropertyKey): readonly z.core.$ZodType[] {
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

function keys(schema: z.core.$ZodType): readonly string[] {
  return unwrap(schema).flatMap((inner) => {
    const { def } = (inner as z.core.$ZodTypes)._zod;
    return def.type === 'object' ? Object.keys(def.shape) : [];
  });
}

/** What stands inside optional, default, readonly, piped and united schemas. */
function unwrap(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return [...unwrap(def.in), ...unwrap(def.out)];
  if (def.type === 'union') return def.options.flatMap(unwrap);
  if ('innerType' in def) return unwrap(def.innerType);
  return [schema];
}
