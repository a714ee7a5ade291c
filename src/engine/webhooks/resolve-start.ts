import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { RESOLVED_AS } from '../../notices/positions-and-signals.ts';
import { type Desk, type Posting } from '../desk.ts';
import { type CustomPosition, movePosition } from './custom-position-book.ts';
import { driveCustomPosition, tellPosition } from './custom-positions.ts';
import { nameOfPosition, nameOfSignal, resolvedAsOfStarted } from './unknown-starts.ts';
import { moveSignal, type SentSignal } from './webhook-book.ts';

type Resolve = Extract<OperatorRequest, { readonly action: 'resolve' }>;

/** As the platform writes them: visible characters, no spaces. */
const POSITION_ID = /^[\x21-\x7e]{1,128}$/;

/** Takes what the operator says became of a position start or a text signal; false where the name is of neither. */
export function resolveStart(desk: Posting, request: Resolve): boolean {
  const { tag: name } = request;
  const custom = [...desk.customPositions.all()].find((of) => nameOfPosition(of) === name);
  if (custom !== undefined) resolvePosition(desk, custom, request);
  const signal = desk.signals.all().find((of) => nameOfSignal(of) === name);
  if (custom === undefined && signal !== undefined) resolveSignal(desk, signal, request);
  return custom !== undefined || signal !== undefined;
}

function resolvePosition(desk: Posting, custom: CustomPosition, request: Resolve): void {
  const problem = problemOfPosition(desk, custom, request);
  if (problem !== null) {
    decline(desk, custom.runId, { request, ...problem });
    return;
  }
  const { as, id = null } = request;
  done(desk, custom.runId, request);
  const state = stateAs(as);
  movePosition(custom, state);
  if (as === 'started') {
    custom.positionId = id;
    custom.isIdOfOperator = true;
    // Its square-off was asked for, under an identifier that was not its own.
    if (custom.squareOffs > 0) custom.isSquareOffWanted = true;
    custom.squareOffAgainAtMs = -Infinity;
  } else if (as === 'closed') custom.isSquareOffWanted = false;
  custom.detail = `the operator says so: ${request.reason}`;
  tellPosition(desk, custom, state);
  driveCustomPosition(desk, custom);
}

function stateAs(as: Resolve['as']): 'started' | 'squared-off' | 'start-rejected' {
  if (as === 'started') return as;
  return as === 'closed' ? 'squared-off' : 'start-rejected';
}

/** What stands against it, and what may be resolved instead; null where what was found says it all. */
interface Mismatch {
  readonly found: string;
  readonly allowed: string | null;
}

function problemOfPosition(
  desk: Pick<Desk, 'customPositions'>,
  custom: CustomPosition,
  { as, id }: Resolve,
): Mismatch | null {
  const { state } = custom;
  const allowed = allowedOf(custom);
  if (!allowed.includes(as)) {
    const words = allowed.length === 0 ? 'nothing to resolve' : allowed.join(', ');
    return { found: `a position that is ${state}`, allowed: words };
  }
  if (as !== 'started') return null;
  if (id === undefined || !POSITION_ID.test(id)) {
    const found = id === undefined ? 'no identifier' : `"${id}"`;
    return { found, allowed: "the position's identifier as the platform shows it (--id)" };
  }
  const other = [...desk.customPositions.all()].find(({ positionId }) => positionId === id);
  return other === undefined
    ? null
    : { found: `identifier "${id}", which is that of position "${other.position}"`, allowed: null };
}

/** A position that is known to have started can still be closed by hand, or by the platform. */
function allowedOf(custom: CustomPosition): readonly string[] {
  if (custom.state === 'start-unknown') return RESOLVED_AS.position;
  return custom.state === 'started' ? resolvedAsOfStarted(custom) : [];
}

function resolveSignal(desk: Pick<Desk, 'outbox'>, signal: SentSignal, request: Resolve): void {
  const { as } = request;
  const { state, runId } = signal;
  if (state !== 'unknown' || !RESOLVED_AS.signal.includes(as)) {
    const allowed = state === 'unknown' ? RESOLVED_AS.signal.join(', ') : 'nothing to resolve';
    decline(desk, runId, { request, found: `a signal that is ${state}`, allowed });
    return;
  }
  moveSignal(signal, as === 'arrived' ? 'accepted' : 'rejected');
  signal.detail = `the operator says so: ${request.reason}`;
  done(desk, runId, request);
}

function done(desk: Pick<Desk, 'outbox'>, runId: string, { tag, as }: Resolve): void {
  desk.outbox.notice('resolved', runId, { name: tag, as });
}

function decline(
  desk: Pick<Desk, 'outbox'>,
  runId: string,
  { request, ...problem }: Mismatch & { readonly request: Resolve },
): void {
  const { tag, as } = request;
  desk.outbox.notice('cannot-resolve', runId, { name: tag, as, ...problem });
}
