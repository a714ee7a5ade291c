/** What happened, to be given the time at which it is told. */
export type Unstamped<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;
