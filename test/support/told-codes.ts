import { type Effect } from '../../src/engine/effect.ts';
import { type NoticeCode } from '../../src/notices/notice.ts';
import { type EngineRig } from './engine-rig.ts';

/** The codes of what effects report, in order. */
export function codesOf(effects: readonly Effect[]): readonly NoticeCode[] {
  return effects.flatMap((effect) => (effect.kind === 'notice' ? [effect.notice.code] : []));
}

/** What a rig reports while something is done to it. */
export function toldBy(rig: EngineRig, act: () => unknown): readonly NoticeCode[] {
  const { length } = rig.effects;
  act();
  return codesOf(rig.effects.slice(length));
}
