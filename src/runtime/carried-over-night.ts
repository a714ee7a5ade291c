import { type CarriedPosition } from '../model/carried-position.ts';

/** What runs hold from earlier days, by their names: identifiers differ from day to day. */
export type CarriedOverNight = ReadonlyMap<string, readonly CarriedPosition[]>;

/** Nothing is held. */
export const NOTHING_CARRIED: CarriedOverNight = new Map();
