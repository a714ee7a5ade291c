/** A port whose answers are there at once: the simulator in process. Same names, same outcomes. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer
    : Port[Name];
};
