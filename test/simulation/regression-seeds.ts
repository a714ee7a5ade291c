import { type DrillOptions } from '../../src/drill/drill.ts';

/** Days on which something once went wrong, kept so that it stays right. */
export const REGRESSION_SEEDS: readonly {
  readonly seed: number;
  readonly drillMode: DrillOptions['drillMode'];
  readonly faults: DrillOptions['faults'];
  readonly what: string;
}[] = [
  {
    seed: 9,
    drillMode: 'safety',
    faults: null,
    what: 'a clock that jumps while an order is looked for',
  },
  {
    seed: 66,
    drillMode: 'safety',
    faults: ['F40'],
    what: 'orders that leave late since a login is under way',
  },
  {
    seed: 90,
    drillMode: 'safety',
    faults: ['F40'],
    what: 'orders that leave late since a login is under way, in another life',
  },
  {
    seed: 72,
    drillMode: 'safety',
    faults: null,
    what: 'an order of a stranger under a tag of our form',
  },
  {
    seed: 176,
    drillMode: 'safety',
    faults: null,
    what: 'an order that comes after a clock that is ahead has ended its day',
  },
  {
    seed: 1065,
    drillMode: 'safety',
    faults: null,
    what: 'an order whose absence two kinds of looks prove',
  },
  {
    seed: 2057,
    drillMode: 'liveness',
    faults: null,
    what: 'a run that is held in a life that nothing remembers',
  },
  {
    seed: 11085,
    drillMode: 'safety',
    faults: null,
    what: 'a second order under a tag from hours ago',
  },
  {
    seed: 5016,
    drillMode: 'safety',
    faults: null,
    what: 'an order that the operator has sent again twice',
  },
  {
    seed: 20295,
    drillMode: 'safety',
    faults: null,
    what: 'a close that comes early since the clock was set ahead for a while',
  },
  {
    seed: 500004,
    drillMode: 'safety',
    faults: null,
    what: 'a cancel that arrives after the one that repeats it',
  },
  {
    seed: 1062,
    drillMode: 'safety',
    faults: null,
    what: 'a custom position that trades a contract which a leg holds, too',
  },
  {
    seed: 23_546,
    drillMode: 'safety',
    faults: null,
    what: 'a second order seconds before the close of a day with many answers lost',
  },
  {
    seed: 24_972,
    drillMode: 'safety',
    faults: null,
    what: 'a second order while the machine sleeps to the end of the day',
  },
  {
    seed: 35_202,
    drillMode: 'safety',
    faults: null,
    what: 'a second order at the last moment, and nothing else that day',
  },
  {
    seed: 43_975,
    drillMode: 'liveness',
    faults: null,
    what: 'polls that were held when the process died, and are no looks of the next',
  },
  {
    seed: 36_032,
    drillMode: 'safety',
    faults: null,
    what: 'a machine that sleeps over the close and wakes after it',
  },
  {
    seed: 29_306,
    drillMode: 'safety',
    faults: null,
    what: 'a process that begins after the close, and knows nothing of what the one before saw last',
  },
  {
    seed: 23_052,
    drillMode: 'safety',
    faults: null,
    what: 'cancels of surplus orders while no login is let through',
  },
  {
    seed: 37_314,
    drillMode: 'liveness',
    faults: null,
    what: 'a contract that a custom position had sold before a leg bought it',
  },
  {
    seed: 41_046,
    drillMode: 'liveness',
    faults: null,
    what: 'an answer to a session that is over, between logins that fail',
  },
  {
    seed: 14_136,
    drillMode: 'safety',
    faults: null,
    what: 'a second order in the last seconds before the close',
  },
  {
    seed: 19_302,
    drillMode: 'safety',
    faults: null,
    what: 'a machine that sleeps over the close and to the end of the day',
  },
  {
    seed: 13_356,
    drillMode: 'safety',
    faults: null,
    what: 'a second order while no login was let through, to the end of the day',
  },
  {
    seed: 11_535,
    drillMode: 'safety',
    faults: null,
    what: 'a second order after the day of a process whose clock was set ahead',
  },
  {
    seed: 76_955,
    drillMode: 'safety',
    faults: null,
    what: 'a moment that a jump of the clock over the close missed, replayed after another run acted',
  },
  {
    seed: 77_862,
    drillMode: 'safety',
    faults: null,
    what: 'a moment that a jump of the clock over the close missed, replayed after the close was told',
  },
  {
    seed: 121_746,
    drillMode: 'liveness',
    faults: null,
    what: 'a position of the platform bought back the half of what it had sold of a contract that a leg holds',
  },
  {
    seed: 131_051,
    drillMode: 'safety',
    faults: null,
    what: 'a second order before the close that the clock of the process had jumped over',
  },
  {
    seed: 150_502,
    drillMode: 'safety',
    faults: null,
    what: 'a copy of an exit that was over is moved to a price of hours before',
  },
  {
    seed: 301_510,
    drillMode: 'safety',
    faults: null,
    what: 'an exit whose move no login lets leave, at the price of its first try',
  },
  {
    seed: 330_606,
    drillMode: 'safety',
    faults: null,
    what: 'an exit that the platform lets be modified three times alone is moved again and again',
  },
  {
    seed: 410_155,
    drillMode: 'safety',
    faults: null,
    what: 'a short that a second order under the tag of an exit left is covered while the account reduces',
  },
  {
    seed: 413_887,
    drillMode: 'liveness',
    faults: null,
    what: 'a clock that jumps forwards while an exit is on its way',
  },
  {
    seed: 413_837,
    drillMode: 'liveness',
    faults: null,
    what: 'a flatten that a full disk does not keep, forgotten with its process',
  },
  {
    seed: 171_379,
    drillMode: 'liveness',
    faults: null,
    what: 'an exit that nobody can look for, since no login succeeds',
  },
  {
    seed: 177_666,
    drillMode: 'liveness',
    faults: null,
    what: 'exits that fill while no process runs, before others change the list of contracts',
  },
  {
    seed: 185_582,
    drillMode: 'liveness',
    faults: null,
    what: 'a list that leaves a new order out says nothing of the lists to come',
  },
  {
    seed: 204_124,
    drillMode: 'liveness',
    faults: null,
    what: 'a long that covers what a second order under a tag of ours sold',
  },
  {
    seed: 303_709,
    drillMode: 'liveness',
    faults: null,
    what: 'a long that covers a second order under a tag while the exit of that is lost again and again',
  },
  {
    seed: 206_526,
    drillMode: 'liveness',
    faults: null,
    what: 'a long whose own stop was rejected beside a short that is closed for the same reason',
  },
  {
    seed: 322_966,
    drillMode: 'liveness',
    faults: null,
    what: 'a slow list that proves an absence begins before the quiet period is over',
  },
  {
    seed: 360_118,
    drillMode: 'liveness',
    faults: null,
    what: 'a stop on its way, whose cancel is refused while its leg is squared off',
  },
];
