let underWay: object | null = null;

/** The run whose code runs now, as something to know it by; null outside of every run. */
export function runUnderWay(): object | null {
  return underWay;
}

/** Says whose code runs from now on; null for none. */
export function setRunUnderWay(run: object | null): void {
  underWay = run;
}
