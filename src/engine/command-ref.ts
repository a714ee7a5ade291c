/** Which command of which run. */
export interface CommandRef {
  readonly runId: string;
  readonly commandIndex: number;
}
