import { type LegScope } from '../../model/orders/command.ts';
import { type ActionForm } from '../schema/actions.ts';

/** An action in a few words: `enter ce`, `exit all`, `alert`. */
export function actionText({ enter, exit, cancel, alert, set, wait, repeat }: ActionForm): string {
  if (enter !== undefined) return `enter ${legsText(enter)}`;
  if (exit !== undefined) return `exit ${legsText(exit)}`;
  if (cancel !== undefined) return `cancel ${legsText(cancel)}`;
  if (set !== undefined) return `set ${Object.keys(set).join(' and ')}`;
  if (alert !== undefined) return 'alert';
  if (wait !== undefined) return 'wait';
  return repeat === undefined ? 'choose' : 'repeat';
}

function legsText(legs: LegScope): string {
  return legs === 'all' ? 'all' : legs.join(' and ');
}
