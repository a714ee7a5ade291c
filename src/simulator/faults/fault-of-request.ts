import { fail, ok, type Result } from '../../base/result.ts';
import { type HostRole } from '../../ports/transport.ts';
import { errorEnvelope, type SimulatedResponse } from '../platform/simulated-message.ts';
import { type Fault } from './fault.ts';
import { type FaultPlan, type RequestIdentity } from './fault-plan.ts';
import { FAULT_HEADER, readFaultFor } from './fault-text.ts';
import { routeKind, type RouteKind } from './route-kind.ts';

/** A request before it is known which fault it meets. */
export interface ArrivingRequest {
  readonly role: HostRole;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request and the fault that it meets. */
export interface Befallen {
  readonly identity: RequestIdentity;
  readonly fault: Fault | null;
}

/** Numbers the requests of each kind, and asks header and plan for their faults. The header goes first. */
export class RequestFaults {
  readonly #plan: Pick<FaultPlan, 'faultOf'>;
  readonly #counts = new Map<RouteKind, number>();

  constructor(plan: Pick<FaultPlan, 'faultOf'>) {
    this.#plan = plan;
  }

  /** The fault of a request begun at an instant, or the answer to a header that cannot be read. */
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
