/** Which edge of their minute bars are stamped at. */
export type StampEdge = 'start' | 'end';

/** How it is known at which edge the bars of a file are stamped. */
export interface FileStamp {
  readonly edge: StampEdge;
  /**
   * `given`: by the user; `detected`: most days of the file have rows that only this edge explains; `others`: its own rows
   * do not tell, and this is the edge of the files that do; `assumed`: no file tells.
   */
  readonly from: 'given' | 'detected' | 'others' | 'assumed';
}

/** What the user says about stamps. */
export interface GivenStamps {
  /** Of all files that `stampOf` leaves out. @default detected */
  readonly stamp?: StampEdge;
  /** By path as it was given. */
  readonly stampOf?: ReadonlyMap<string, StampEdge>;
}

/** What is given for a file; null where nothing is. */
export function stampGiven({ stamp, stampOf }: GivenStamps, path: string): StampEdge | null {
  return stampOf?.get(path) ?? stamp ?? null;
}
