import { type OperatorRequest } from '../../model/operator-request.ts';

/** What an operator asks for, by a number in [0, 1). */
export function requestOf(draw: number): OperatorRequest {
  const reason = 'drill';
  if (draw < 0.2) return { action: 'halt', state: 'reducing', reason };
  if (draw < 0.4) return { action: 'halt', state: 'halted', reason };
  if (draw < 0.8) return { action: 'resume', reason };
  return { action: 'flatten', runId: null, reason };
}
