/** Does work that is cut into steps in one go. */
export function atOnce<Made>(work: Generator<unknown, Made, undefined>): Made {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
