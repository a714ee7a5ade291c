import { z } from 'zod';

import { packageVersion } from '../../loading/program-build.ts';
import {
  API_PROBLEM_CODES,
  type ApiProblemCode,
  statusOfProblem,
  titleOfProblem,
} from './api-problem.ts';
import { type RouteDeclaration } from './api-route.ts';
import { ALL_ROUTES } from './routes.ts';

/** Refusals that every route may give, before it is asked. */
const GENERAL: readonly ApiProblemCode[] = [
  ...(['bad-url', 'token-in-url', 'duplicate-header', 'host-refused', 'origin-refused'] as const),
  ...([
    'upgrade-refused',
    'token-missing',
    'token-wrong',
    'method-refused',
    'bad-request',
  ] as const),
  'failed',
];
const OF_POSTS: readonly ApiProblemCode[] = ['not-json', 'body-too-large'];

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string().describe('what the code means, for people'),
    status: z.int(),
    code: z.enum(API_PROBLEM_CODES),
    detail: z.string().exactOptional(),
  })
  .meta({ id: 'Problem' });

let made: object | null = null;

/** The document of OpenAPI 3.1 that describes every route. */
export function openApiDocument(): object {
  made ??= makeDocument(ALL_ROUTES);
  return made;
}

function makeDocument(routes: readonly RouteDeclaration[]): object {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operationOf(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'sauda control API',
      version: packageVersion(),
      description: 'Of one account, on this machine alone. See docs/control-api.md.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  };
}

function operationOf(route: RouteDeclaration, schemas: Record<string, unknown>): object {
  const { path, summary, query, body, answer, contentType } = route;
  const schemaOf = (schema: z.ZodType): object => jsonSchema(schema, schemas);
  return {
    operationId: path.replace(/^\/(v1\/)?/, '').replaceAll(/[^a-z]+/g, '-'),
    summary,
    ...(query === null && body === null ? {} : { parameters: parametersOf(route, schemaOf) }),
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body) } },
          },
        }),
    responses: {
      200: { description: 'Done', content: { [contentType]: { schema: schemaOf(answer) } } },
      ...refusalsOf(route, schemaOf),
    },
  };
}

function parametersOf(
  { query, body, contentType }: RouteDeclaration,
  schemaOf: (schema: z.ZodType) => object,
): readonly object[] {
  const header = (name: string, required: boolean, description: string): object => ({
    in: 'header',
    ...{ name, required, description },
    schema: { type: 'string' },
  });
  const ofQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    ...{ in: 'query', name, required: false },
    schema: schemaOf(schema as z.ZodType),
  }));
  if (contentType === 'text/event-stream') {
    const had = 'The id of the last event that was read: continues after it';
    return [...ofQuery, header('Last-Event-ID', false, had)];
  }
  if (body === null) return ofQuery;
  return [
    header(
      'Idempotency-Key',
      true,
      'Names the request: sent again, it is answered and not done again',
    ),
    header('Request-Expires-At', false, 'Epoch milliseconds; later the request is not done'),
  ];
}

function refusalsOf(
  { body, refusals }: RouteDeclaration,
  schemaOf: (schema: z.ZodType) => object,
): Readonly<Record<string, object>> {
  const codes = [...GENERAL, ...(body === null ? [] : OF_POSTS), ...refusals];
  const byStatus = Map.groupBy(codes, statusOfProblem);
  const content = { 'application/problem+json': { schema: schemaOf(problemSchema) } };
  return Object.fromEntries(
    Array.from(byStatus, ([status, of]) => {
      const description = of.map((code) => `${code}: ${titleOfProblem(code)}`).join('\n');
      return [String(status), { description, content }];
    }),
  );
}

/** The schema of a part; those that have a name go to the components, once. */
function jsonSchema(schema: z.ZodType, components: Record<string, unknown>): object {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { $defs, ...own } = made;
  // The document says it once for all of them.
  delete own.$schema;
  const inComponents = (part: object): object =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as object;
  for (const [name, part] of Object.entries($defs ?? {})) {
    components[name] ??= inComponents(part);
  }
  const { id } = own;
  if (id === undefined) return inComponents(own);
  components[id] ??= inComponents(own);
  return { $ref: `#/components/schemas/${id}` };
}
