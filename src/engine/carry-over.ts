import { type CarriedPosition } from '../model/carried-position.ts';
import { type Desk } from './desk.ts';

/** Takes what a run holds from earlier days into the books. Shorts that longs cover are watched for losing them. */
export function carryOver(desk: Desk, runId: string, carried: readonly CarriedPosition[]): void {
  for (const position of carried) desk.ledger.carry(runId, position);
  if (isCovered(carried)) desk.baskets.addCarried(runId, carried);
}

function isCovered(carried: readonly CarriedPosition[]): boolean {
  const lots = carried.map(({ contract, netUnits }) => netUnits / contract.lotSizeUnits);
  return lots.some((held) => held < 0) && lots.reduce((sum, held) => sum + held, 0) >= 0;
}
