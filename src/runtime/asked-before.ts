import { type OperatorRequest } from '../model/operator-request.ts';
import { ControlDirectory } from './control/control-directory.ts';

interface BeforeTheDay {
  readonly journalPath?: string | null;
  readonly flatten?: OperatorRequest;
  readonly beginAnew?: string | null;
}

/** What the operator asked before the day goes on: his word on a journal that begins anew counts where it does. */
export function askedBefore(
  options: BeforeTheDay,
  isBegunAnew: boolean,
): readonly OperatorRequest[] {
  const { flatten, beginAnew = null } = options;
  const confirmed: readonly OperatorRequest[] =
    isBegunAnew && beginAnew !== null ? [{ action: 'resume', reason: beginAnew }] : [];
  return [...confirmed, ...haltLeft(options), ...(flatten === undefined ? [] : [flatten])];
}

/** The halt that was left while no program ran, unless it was taken back: it must hold before any run begins. */
function haltLeft({ journalPath }: BeforeTheDay): readonly OperatorRequest[] {
  if (journalPath === undefined || journalPath === null) return [];
  const asked = new ControlDirectory(journalPath).look().flatMap(({ request }) => {
    if (!request.ok) return [];
    const { action } = request.value;
    return action === 'halt' || action === 'resume' ? request.value : [];
  });
  return asked.slice(-1).filter(({ action }) => action === 'halt');
}
