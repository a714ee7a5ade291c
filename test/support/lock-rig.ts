import { aLeg, type EngineRig, PE, refusalsOf } from './engine-rig.ts';

/** The limits that lock something, each with its run; none for the account. */
export function locks(rig: EngineRig): readonly string[] {
  return rig.engine.view().locks.map(({ protection, runId }) => `${protection} ${runId ?? ''}`);
}

/** Whether an entry of another leg is refused now. */
export function isEntryRefused(rig: EngineRig): boolean {
  const before = refusalsOf(rig.effects).length;
  rig.fresh(...rig.book.values());
  rig.place(aLeg({ leg: 'other', contract: PE }));
  return refusalsOf(rig.effects).length > before;
}
