import { DAY_MS, startOfIstDay, type IstDate } from '../../../model/ist.ts';
import { said } from './price-problem.ts';

/** Rows that cannot be read with the day first and could with the month first. */
const UNREADABLE_MIN = 30;
const JUMPS_MIN = 2;
const NEAR_DAYS = 5;
const MOST = 0.8;

/** Watches the dates of a file that writes them as `05/04/2024`: read with the day first, they may mean the month first. */
export class DateOrder {
  #last: IstDate = '';
  #jumps = 0;
  #nearAsRead = 0;
  #nearTurned = 0;
  #unreadable = 0;
  #unreadableText = '';
  #isDayFirst = false;
  #shown = '';

  /** Takes the date of a row as it was read; dates of one day come together. */
  note(date: IstDate): void {
    if (date === this.#last) return;
    if (date.slice(8) > '12') this.#isDayFirst = true;
    else if (this.#last !== '') this.#noteJump(date);
    this.#last = date;
  }

  /** Takes a stamp that cannot be read. */
  noteUnreadable(stamp: string): void {
    const [text, first, second] = /(\d\d)[-/](\d\d)[-/]\d{4}/.exec(stamp) ?? [];
    if (text === undefined || Number(first) > 12 || Number(second) <= 12) return;
    this.#unreadable += 1;
    if (this.#unreadableText === '') this.#unreadableText = text;
  }

  /** Why the dates look written with the month first; null where they do not. */
  whyMonthFirst(): string | null {
    if (this.#isDayFirst || this.#nearAsRead > (1 - MOST) * this.#jumps) return null;
    const allowed = 'the day first, as in 16-04-2024, or the year first, as in 2024-04-16';
    const what = 'Dates look written with the month first';
    if (this.#unreadable >= UNREADABLE_MIN) {
      const count = String(this.#unreadable);
      return said(what, `${count} rows such as "${this.#unreadableText}"`, allowed);
    }
    const isTurned = this.#jumps >= JUMPS_MIN && this.#nearTurned >= MOST * this.#jumps;
    return isTurned ? said(what, `dates that jump, ${this.#shown}`, allowed) : null;
  }

  #noteJump(date: IstDate): void {
    this.#jumps += 1;
    if (this.#jumps === 1) this.#shown = `${this.#last} and then ${date}`;
    if (isNear(this.#last, date)) this.#nearAsRead += 1;
    if (isNear(turned(this.#last), turned(date))) this.#nearTurned += 1;
  }
}

function isNear(before: IstDate, date: IstDate): boolean {
  const days = (startOfIstDay(date) - startOfIstDay(before)) / DAY_MS;
  return days > 0 && days <= NEAR_DAYS;
}

/** The date with day and month changed for each other. Both are at most 12. */
function turned(date: IstDate): IstDate {
  return `${date.slice(0, 4)}-${date.slice(8)}-${date.slice(5, 7)}`;
}
