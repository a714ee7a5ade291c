/** What a pass over all bars came to. */
export interface Passed {
  readonly crosses: number;
  readonly timersFired: number;
  readonly fills: number;
}

/** What one process measured. */
export interface MeasuredPasses extends Passed {
  /** Median CPU of a pass after the first. */
  readonly passMs: number;
  /** Of the whole process. */
  readonly peakBytes: number;
}

/** Makes as many passes as the first argument says and prints what they cost, as JSON. */
export async function measurePasses(pass: () => Promise<Passed>): Promise<void> {
  const passesMs: number[] = [];
  let passed: Passed = { crosses: 0, timersFired: 0, fills: 0 };
  for (let count = 0; count < Number(process.argv[2]); count += 1) {
    const before = process.cpuUsage();
    passed = await pass();
    const { user, system } = process.cpuUsage(before);
    passesMs.push((user + system) / 1_000);
  }
  const warm = passesMs.slice(1).sort((left, right) => left - right);
  const measured: MeasuredPasses = {
    ...passed,
    passMs: warm[warm.length >> 1] ?? NaN,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  };
  process.stdout.write(JSON.stringify(measured));
}
