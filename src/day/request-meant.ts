import { type EngineView } from '../engine/engine-view.ts';
import { nameOfLeg } from '../engine/carrying/confirm-carried.ts';
import { nameOfPosition } from '../engine/webhooks/unknown-starts.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { runMeant, runsMeant } from '../model/runs/run.ts';

type Known = Pick<EngineView, 'runs' | 'customPositions' | 'unknownStarts' | 'positions'>;

/**
 * A request as a person means it who left out date and mode: with the id of the run, or the whole name of the position
 * start or signal, where one alone is meant. Else it is as asked, and the engine says what there is.
 */
export function requestMeant(request: OperatorRequest, known: Known): OperatorRequest {
  switch (request.action) {
    case 'resolve':
      return { ...request, tag: nameMeant(request.tag, known) };
    case 'halt':
      return request;
    case 'pause':
    case 'resume':
    case 'flatten':
    case 'answer':
    case 'release':
      return withRunMeant(request, known);
  }
}

function withRunMeant<Of extends OperatorRequest & { readonly runId?: string | null }>(
  request: Of,
  known: Known,
): Of {
  const { runId = null } = request;
  if (runId === null) return request;
  return { ...request, runId: runMeant(runId, runIdsOf(known)) ?? runId };
}

/** Those of earlier days are known by what they left open alone. */
function runIdsOf({ runs, customPositions }: Known): readonly string[] {
  return [...new Set([...runs, ...customPositions].map(({ runId }) => runId))];
}

function nameMeant(
  asked: string,
  { customPositions, unknownStarts, positions: legs }: Known,
): string {
  const positions = customPositions.map((of) => ({ runId: of.runId, name: nameOfPosition(of) }));
  const open = legs.map((of) => ({ runId: of.runId, name: nameOfLeg(of) }));
  const all = [...positions, ...unknownStarts, ...open];
  const meant = new Set(all.filter((of) => isMeant(asked, of)).map(({ name }) => name));
  const [name, ...others] = meant;
  return name === undefined || others.length > 0 ? asked : name;
}

function isMeant(
  asked: string,
  { runId, name }: { readonly runId: string; readonly name: string },
): boolean {
  const part = name.slice(runId.length);
  if (asked === name) return true;
  return asked.endsWith(part) && runsMeant(asked.slice(0, -part.length), [runId]).length > 0;
}
