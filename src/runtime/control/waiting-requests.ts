import { existsSync } from 'node:fs';

import { type OperatorRequest } from '../../model/operator-request.ts';
import { staysLeft } from './control-request.ts';
import { ControlDirectory, controlPathOf } from './control-directory.ts';

/** What the operator asked and no program has taken yet, oldest first; it is done first thing at the next start. */
export function waitingRequests(journalPath: string): readonly OperatorRequest[] {
  if (!existsSync(controlPathOf(journalPath))) return [];
  const left = new ControlDirectory(journalPath).look();
  return left.flatMap(({ request }) =>
    request.ok && request.value.action !== 'status' && staysLeft(request.value)
      ? [request.value]
      : [],
  );
}
