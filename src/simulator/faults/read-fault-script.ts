import { z } from 'zod';

import { parsedJson } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Fault } from './fault-catalogue.ts';
import { readFaultFor } from './fault-of-request.ts';
import { type FaultPlan, type RequestIdentity } from './fault-plan.ts';
import { routeKind, type RouteKind } from './route-kind.ts';

/** Faults by the number of a request of its route. */
type ScriptedFaults = Pick<FaultPlan, 'faultOf' | 'visibilityLagMs'>;

const LINES_MAX = 10_000;
const lineSchema = z.strictObject({
  /** `POST /place`: method and path without the query. */
  route: z.string(),
  /** Number of the request among those of its route, from 1; without it all of them. */
  nth: z.int().min(1).optional(),
  fault: z.string(),
});

interface Line {
  readonly kind: RouteKind;
  readonly nth: number | null;
  readonly fault: Fault;
}

/** Reads a script of faults, one JSON object a line: `{"route":"POST /place","nth":2,"fault":"F3"}`. The first line for a request counts. */
export function readFaultScript(text: string, file: string): Result<ScriptedFaults, string> {
  const lines: Line[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    if (raw.trim() === '') continue;
    const line = readLine(raw);
    if (!line.ok) return fail(`${file}:${String(index + 1)}: ${line.error}`);
    lines.push(line.value);
    if (lines.length > LINES_MAX) return fail(`${file}: more than ${String(LINES_MAX)} faults`);
  }
  return ok({ visibilityLagMs: () => 0, faultOf: (request) => scripted(lines, request) });
}

function scripted(
  lines: readonly Line[],
  { method, path, ordinal }: RequestIdentity,
): Fault | null {
  const kind = routeKind(method, path);
  const line = lines.find((one) => one.kind === kind && (one.nth ?? ordinal) === ordinal);
  if (line === undefined) return null;
  return { ...line.fault, id: `${line.fault.name}/${kind}#${String(ordinal)}` };
}

function readLine(raw: string): Result<Line, string> {
  const value = parsedJson(raw);
  if (value === undefined) {
    return fail('Not JSON: wanted {"route":"POST /place","nth":1,"fault":"F3"}');
  }
  const read = lineSchema.safeParse(value);
  return read.success ? understand(read.data) : fail(describe(read.error));
}

function understand({ route, nth, fault: text }: z.infer<typeof lineSchema>): Result<Line, string> {
  const [method = '', path = ''] = route.split(' ');
  const kind = routeKind(method, path);
  if (kind === 'other') return fail(`Unknown route "${route}": wanted one such as "POST /place"`);
  const fault = readFaultFor(kind, text);
  return fault.ok ? ok({ kind, nth: nth ?? null, fault: fault.value }) : fail(fault.error);
}

function describe({ issues }: z.ZodError): string {
  const where = issues[0]?.path.map(String).join('.') ?? '';
  return `${where === '' ? '' : `${where}: `}${issues[0]?.message ?? ''}`;
}
