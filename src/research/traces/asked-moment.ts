import { type AskedMoment } from '../../model/runs/trace.ts';
import { type ClockTime, instantAt, type IstDate } from '../../model/time/ist.ts';

/** The moment that a time of day names: a whole minute, or a second where it names one. */
export function askedMoment(date: IstDate, time: ClockTime): AskedMoment {
  const fromMs = instantAt(date, time);
  const lengthMs = time.length > 'hh:mm'.length ? 1_000 : 60_000;
  return { fromMs, untilMs: fromMs + lengthMs };
}
