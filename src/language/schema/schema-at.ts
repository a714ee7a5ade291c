import { type z } from 'zod';

/** The schema of what stands at a path; null where the schema has nothing there. */
export function schemaAt(
  schema: z.core.$ZodType,
  path: readonly (string | number)[],
): z.core.$ZodType | null {
  let here: z.core.$ZodType | null = schema;
  for (const step of path) here = here === null ? null : below(here, String(step));
  return here;
}

function below(schema: z.core.$ZodType, step: string): z.core.$ZodType | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape[step] ?? null;
  if (def.type === 'record') return def.valueType;
  if (def.type === 'array') return def.element;
  if (def.type === 'optional' || def.type === 'default') return below(def.innerType, step);
  if (def.type !== 'union') return null;
  return def.options.map((option) => below(option, step)).find((inner) => inner !== null) ?? null;
}
