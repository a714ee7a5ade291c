import { editorSchema, type EditorSchema } from '../../text/editor-schema.ts';
import { blueprintRule, useForm } from './blueprint.ts';
import { includeRule } from './include.ts';
import { legsForm } from './legs.ts';
import { positionForm } from './position.ts';
import { rulesForm } from './rules.ts';
import { signalsForm } from './signals.ts';

const INPUT: EditorSchema = {
  type: 'object',
  description: 'The value of an input of this blueprint',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};
const INPUT_REF: EditorSchema = { $ref: '#/definitions/input' };
/** In the order in which a file is taken for one of them; one that has none of these keys is the first form. */
const BY_KEY = [
  { key: 'position', form: positionForm },
  { key: 'signals', form: signalsForm },
  { key: 'rules', form: rulesForm },
] as const;
const SCALARS = ['string', 'number', 'integer', 'boolean'];

/**
 * The JSON Schema of a strategy in YAML, in any of its forms, for an editor: also of one that uses a blueprint, of a blueprint and of
 * a part that others include.
 */
export function strategyEditorSchema(): EditorSchema {
  const forms = [
    { name: 'legs', schema: formSchema(legsForm, 'legs') },
    ...BY_KEY.map(({ key, form }) => ({ name: key, schema: formSchema(form, key) })),
  ];
  const use = editorSchema(useForm, 'use');
  const blueprint = editorSchema(blueprintRule, 'blueprint');
  const filled = forms.map(({ name, schema }) => ({ name, schema: withInputs(schema, name) }));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A strategy of sauda in YAML',
    if: { required: ['use'] },
    then: withoutDefinitions(use),
    else: {
      if: { required: ['blueprint'] },
      then: byForm(filled.map((one) => ({ ...one, schema: asBlueprint(one.schema, blueprint) }))),
      else: byForm(forms),
    },
    definitions: Object.assign(
      { input: INPUT },
      ...[
        use,
        blueprint,
        ...forms.map(({ schema }) => schema),
        ...filled.map(({ schema }) => schema),
      ].map(({ definitions = {} }) => definitions),
    ) as EditorSchema,
  };
}

interface NamedSchema {
  readonly name: string;
  readonly schema: EditorSchema;
}

/** Each form where its key stands. */
function byForm([first, ...others]: readonly NamedSchema[]): EditorSchema {
  return others.reduceRight<EditorSchema>(
    (rest, { name, schema }) => ({
      if: { required: [name] },
      then: withoutDefinitions(schema),
      else: rest,
    }),
    first === undefined ? {} : withoutDefinitions(first.schema),
  );
}

/** A form, which other files may complete: then nothing but what each file says itself is required of it. */
function formSchema(form: Parameters<typeof editorSchema>[0], name: string): EditorSchema {
  const { properties, required, definitions, ...rest } = editorSchema(form, name);
  const include = editorSchema(includeRule, `${name}-include`);
  return {
    ...rest,
    properties: { ...(properties as object), include: withoutDefinitions(include) },
    if: { anyOf: [{ required: ['include'] }, { not: { required: ['name'] } }] },
    then: { required: ['schemaVersion'] },
    else: { required },
    definitions: { ...(definitions as object), ...(include['definitions'] as object) },
  };
}

function asBlueprint(schema: EditorSchema, blueprint: EditorSchema): EditorSchema {
  const properties = {
    ...(schema['properties'] as object),
    blueprint: withoutDefinitions(blueprint),
  };
  return { ...schema, properties };
}

function withoutDefinitions(schema: EditorSchema): EditorSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'definitions'));
}

/** The same where each value may be an input of the blueprint; its definitions stand beside those without. */
function withInputs(schema: EditorSchema, name: string): EditorSchema {
  const text = JSON.stringify(schema).replaceAll(
    `#/definitions/${name}`,
    `#/definitions/input-${name}`,
  );
  const { definitions = {}, properties, ...rest } = JSON.parse(text) as Record<string, object>;
  const renamed = Object.entries(definitions).map(([key, value]) => [
    `input-${key}`,
    orInput(value),
  ]);
  const own = Object.entries(properties ?? {}).map(([key, value]) => {
    return [key, ['name', 'schemaVersion'].includes(key) ? (value as unknown) : orInput(value)];
  });
  return { ...rest, properties: Object.fromEntries(own), definitions: Object.fromEntries(renamed) };
}

function orInput(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(
    ([key, value]) => [key, orInputBelow(key, value)] as const,
  );
  const inner = Object.fromEntries(parts);
  const { anyOf } = inner;
  if (Array.isArray(anyOf)) return { ...inner, anyOf: [...(anyOf as unknown[]), INPUT_REF] };
  const isValue = SCALARS.includes(String(inner['type'])) || 'enum' in inner || 'const' in inner;
  return isValue ? { anyOf: [inner, INPUT_REF] } : inner;
}

function orInputBelow(key: string, value: unknown): unknown {
  if (key === 'anyOf' && Array.isArray(value)) return value.map(orInput);
  if (key === 'properties') return orInputs(value);
  return key === 'items' || key === 'additionalProperties' ? orInput(value) : value;
}

function orInputs(properties: unknown): EditorSchema {
  const all = Object.entries(properties as object).map(([key, value]) => [key, orInput(value)]);
  return Object.fromEntries(all) as EditorSchema;
}
