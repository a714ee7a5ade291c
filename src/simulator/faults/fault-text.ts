import { hash32 } from '../../base/random.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Fault } from './fault.ts';
import { faultKind, faultsOf, isFaultName } from './fault-catalogue.ts';
import { type RouteKind } from './route-kind.ts';

/** Header by which a request names the fault that it is to meet. */
export const FAULT_HEADER = 'x-sauda-fault';
const AFTER_MS_MAX = 3_600_000;

/** Reads a fault for requests of a kind. One that cannot befall them is refused, with those that can. */
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
