import { hash32 } from '../../base/random.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type HostRole } from '../../ports/transport.ts';
import { errorEnvelope, type SimulatedResponse } from '../platform/simulated-message.ts';
import { type Fault, faultKind, faultsOf, isFaultName } from './fault-catalogue.ts';
import { type FaultPlan, type RequestIdentity } from './fault-plan.ts';
import { routeKind, type RouteKind } from './route-kind.ts';

/** A request before its fault is known. */
export interface ArrivingRequest {
  readonly role: HostRole;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request and its fault. */
export interface Befallen {
  readonly identity: RequestIdentity;
  readonly fault: Fault | null;
}

/** Numbers the requests of each kind, and finds their faults: by the header, else by the plan. */
export class RequestFaults {
  readonly #plan: Pick<FaultPlan, 'faultOf'>;
  readonly #counts = new Map<RouteKind, number>();

  constructor(plan: Pick<FaultPlan, 'faultOf'>) {
    this.#plan = plan;
  }

  /** The fault of a request started at an instant, or the answer to an unreadable header. */
  of(request: ArrivingRequest, atMs: number): Result<Befallen, SimulatedResponse> {
    const { role, method, path } = request;
    const kind = routeKind(method, path);
    const ordinal = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, ordinal);
    const identity = { role, method, path, ordinal, atMs };
    const asked = request.headers[FAULT_HEADER];
    if (asked === undefined) return ok({ identity, fault: this.#plan.faultOf(identity) });
    const fault = readFaultFor(kind, asked);
    if (!fault.ok) return fail(errorEnvelope(400, 'BAD_FAULT', fault.error));
    const id = `${fault.value.name}/${kind}#${String(ordinal)}`;
    return ok({ identity, fault: { ...fault.value, id } });
  }
}

/** Header by which a request names its fault. */
const FAULT_HEADER = 'x-sauda-fault';
const AFTER_MS_MAX = 3_600_000;

/** Reads a fault for requests of a kind; refuses one that they cannot have. */
export function readFaultFor(kind: RouteKind, text: string): Result<Fault, string> {
  const fault = readFault(text);
  if (!fault.ok || faultKind(fault.value.name).routes.includes(kind)) return fault;
  const { name } = fault.value;
  if (kind === 'other') return fail(`${name} befalls requests of the platform alone`);
  return fail(`${name} cannot befall "${kind}": wanted ${faultsOf(kind).join(', ')}`);
}

/** Reads a fault as people write it: `F3`, `F5;afterMs=20000`, `F6;variant=502-after`. */
function readFault(text: string): Result<Fault, string> {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  if (!isFaultName(name)) return fail(`Unknown fault "${name}": wanted F1 to F33`);
  const { variants, afterMs, routes } = faultKind(name);
  if (routes.length === 0) return fail(`${name} befalls no request`);
  let fault: Fault = {
    name,
    id: `${name}/scripted`,
    variant: variants[0] ?? '',
    afterMs: afterMs?.[1] ?? 0,
    draw: hash32(text),
  };
  for (const parameter of parameters) {
    const read = readParameter(fault, parameter);
    if (!read.ok) return read;
    fault = read.value;
  }
  return ok(fault);
}

function readParameter(fault: Fault, parameter: string): Result<Fault, string> {
  const [key = '', value = ''] = parameter.split('=');
  const { variants, afterMs } = faultKind(fault.name);
  switch (key) {
    case 'variant':
      if (variants.includes(value)) return ok({ ...fault, variant: value });
      return fail(`${fault.name} has no variant "${value}": wanted ${variants.join(', ')}`);
    case 'afterMs':
      if (afterMs === null) return fail(`${fault.name} takes no afterMs`);
      if (!/^\d{1,7}$/.test(value) || Number(value) > AFTER_MS_MAX) {
        return fail(`afterMs must be 0 to ${String(AFTER_MS_MAX)}, found "${value}"`);
      }
      return ok({ ...fault, afterMs: Number(value) });
    default:
      return fail(`Unknown parameter "${key}": wanted variant, afterMs`);
  }
}
