import { dayAt } from '../platform/time/clock.ts';
import { addDays, addMonths, atMelbourne, weekdayOf } from './calendar.ts';
import { bought, BY_BANK, type HistoryRow, moved, refunded } from './history.ts';
import { MERCHANTS } from './merchants.ts';
import { randomFrom } from './random.ts';
import { withInterest } from './savings-interest.ts';

const AMELIA = '0017';
const RUBY = '0041';
const MONTHS = 18;
const SEED = 20_261_120;

/** About what the opening deposit comes to; interest makes it a little less. */
const STARTS_AT = 3_450_00n;
/** Balance before the last days, which are the same in every demo. */
const BEFORE_LAST_DAYS = 1_642_10n;
/** Posted; 153.65 of it is held by three purchases, which leaves 2,486.35. */
const ENDS_AT = 2_640_00n;

/** Eighteen months up to now, in the order of posting. The same for the same day. */
export function ameliaHistory(now: number): HistoryRow[] {
  const today = dayAt(now);
  const firstDay = addMonths(today, -MONTHS);
  const at = atMelbourne(firstDay, 9, 0);
  const life = everydayLife(today, firstDay);
  let opening = ENDS_AT;
  let correction = 0n;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const rows = [...settle(life, today), ...corrected(correction, today), ...lastDays(today)];
    const all = withInterest([moved(at, 'opening', 'Opening deposit', opening), ...rows], firstDay, now);
    const missing = all.reduce((left, row) => left - row.amount, ENDS_AT);
    if (missing === 0n) return all;
    // Interest depends on the opening deposit and the deposit on the interest, so it is tried. Where
    // tax sets in the interest jumps, and the rest goes into a transfer so late that hardly any interest is left.
    if (attempt < 20) opening += missing;
    else correction += missing;
  }
  throw new Error('the opening deposit does not come to rest');
}

/** All but the last three days, steered so that the balance stays in a believable band. */
function everydayLife(today: string, firstDay: string): HistoryRow[] {
  const random = randomFrom(SEED);
  const rows: HistoryRow[] = [];
  let balance = STARTS_AT;
  const add = (row: HistoryRow) => {
    rows.push(row);
    balance += row.amount;
  };
  for (let day = addDays(firstDay, 1), age = daysBetween(day, today); age >= 4; day = addDays(day, 1), age -= 1) {
    const ofDay = [...habitsOf(day, age, random), ...eventsOf(day, age)].toSorted((a, b) => a.at - b.at);
    for (const row of ofDay) add(row);
    const band = bandAt(age);
    if (band && balance < band.low) add(moved(atMelbourne(day, 20, 30), 'topUp', BY_BANK, 200_00));
    if (band && isPayDay(age) && balance > band.afterPay) {
      const surplus = ((balance - band.afterPay) / 10_00n + 1n) * 10_00n;
      add(moved(atMelbourne(day, 21, 0), 'transferOut', 'Savings', -surplus));
    }
  }
  return rows;
}

type Band = { readonly low: bigint; readonly afterPay: bigint };

/** A journey to New Zealand, paid from what was saved for it. */
const TRIP_DAYS_AGO = 214;

/** Between what the balance is kept; nothing steers it while she travels and in the last days. */
function bandAt(age: number): Band | undefined {
  if (age > TRIP_DAYS_AGO + 12) return { low: 2_600_00n, afterPay: 4_400_00n };
  if (age < TRIP_DAYS_AGO - 6 && age > 14) return { low: 450_00n, afterPay: 1_980_00n };
  return undefined;
}

/** Every second week, the last time yesterday. */
function isPayDay(age: number): boolean {
  return (age - 1) % 14 === 0;
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

/** One transfer, some days before the end, makes the balance what the last days begin with. */
function settle(life: readonly HistoryRow[], today: string): HistoryRow[] {
  const missing = life.reduce((left, row) => left - row.amount, BEFORE_LAST_DAYS - STARTS_AT);
  const row = transferred(atMelbourne(addDays(today, -12), 19, 45), missing);
  return [...life, ...row].toSorted((a, b) => a.at - b.at);
}

/** Row that evens out interest and tax before the last days. */
function corrected(correction: bigint, today: string): HistoryRow[] {
  return transferred(atMelbourne(addDays(today, -4), 22, 15), correction);
}

function transferred(at: number, cents: bigint): HistoryRow[] {
  if (cents === 0n) return [];
  return [cents > 0n ? moved(at, 'transferIn', 'Mia Chen', cents) : moved(at, 'transferOut', 'Savings', cents)];
}

type Random = ReturnType<typeof randomFrom>;

function habitsOf(day: string, age: number, random: Random): HistoryRow[] {
  const weekday = weekdayOf(day);
  const rows: HistoryRow[] = [];
  // Every day draws the same number of random values, used or not, so that one habit does not shift another.
  const draw = {
    coffee: random.next(),
    noodles: random.next(),
    grocers: random.next(),
    fuel: random.next(),
    cents: random.between(0, 99),
    dollars: random.next(),
    minute: random.between(0, 59),
    ruby: random.next(),
  };
  const cents = (low: number, high: number) => Math.round(low + draw.dollars * (high - low)) * 100 + draw.cents;
  const at = (hour: number) => atMelbourne(day, hour, draw.minute);
  if (weekday <= 5 && draw.coffee < 0.16) rows.push(bought(at(7), MERCHANTS.coffee, 540, 'contactless', AMELIA));
  if (weekday >= 5 && draw.noodles < 0.2) {
    rows.push(
      bought(at(12), MERCHANTS.noodles, cents(18, 56), 'contactless', draw.ruby < 0.25 && age < 390 ? RUBY : AMELIA),
    );
  }
  if (weekday === 6) rows.push(bought(at(10), MERCHANTS.grocers, cents(42, 92), 'contactless', AMELIA));
  if (weekday === 3 && draw.grocers < 0.5)
    rows.push(bought(at(18), MERCHANTS.grocers, cents(14, 38), 'contactless', AMELIA));
  if (weekday === 7 && draw.grocers < 0.2)
    rows.push(
      bought(at(9), MERCHANTS.bakery, cents(8, 21), 'contactless', draw.ruby < 0.4 && age < 390 ? RUBY : AMELIA),
    );
  if (weekday === 1) rows.push(bought(at(8), MERCHANTS.transit, 1750, 'contactless', AMELIA));
  if (draw.fuel < 0.07) rows.push(bought(at(17), MERCHANTS.fuel, cents(52, 84), 'chip', AMELIA));
  if (isPayDay(age)) rows.push(moved(atMelbourne(day, 6, 10), 'pay', 'Southerly Design', 1_250_00));
  if (isPayDay(age - 1)) rows.push(moved(atMelbourne(day, 9, 0), 'transferOut', 'Rent', -640_00));
  return rows;
}

/** Rows that come once a month or only once. */
function eventsOf(day: string, age: number): HistoryRow[] {
  const rows: HistoryRow[] = [];
  const date = Number(day.slice(8));
  const month = Number(day.slice(5, 7));
  const at = (hour: number, minute = 20) => atMelbourne(day, hour, minute);
  if (date === 3) rows.push(bought(at(5), MERCHANTS.phone, 3_900, 'online', AMELIA));
  if (date === 8) rows.push(bought(at(4), MERCHANTS.streaming, 1_299, 'online', AMELIA));
  if (date === 14) rows.push(bought(at(13), MERCHANTS.pharmacy, 1_180 + month * 137, 'contactless', AMELIA));
  if (date === 18 && age > 10) rows.push(moved(at(17), 'bpay', 'Harbour Electricity', -(9_240 + month * 613)));
  if (date === 22 && month % 2 === 0) rows.push(bought(at(19), MERCHANTS.cinema, 4_400, 'online', AMELIA));
  if (date === 26 && month % 2 === 1) rows.push(bought(at(11), MERCHANTS.cashMachine, 10_000, 'atm', AMELIA));
  if (date === 11 && month % 3 === 0)
    rows.push(bought(at(15), MERCHANTS.hardware, 6_480 + month * 215, 'chip', AMELIA));
  if (date === 17 && month % 3 === 0) rows.push(refunded(at(15), MERCHANTS.hardware, 2_150, 'chip', AMELIA));
  if (date === 20 && month % 4 === 1) rows.push(bought(at(16), MERCHANTS.clothes, 11_990, 'chip', AMELIA));
  if (date === 24 && month % 4 === 2) rows.push(bought(at(14), MERCHANTS.books, 3_495, 'contactless', AMELIA));
  if (date === 6 && month % 6 === 5) rows.push(bought(at(10), MERCHANTS.dentist, 18_600, 'chip', AMELIA));
  if (date === 28 && month % 5 === 0) rows.push(moved(at(18), 'transferIn', 'Mia Chen', 60_00));
  if (date === 25 && month % 2 === 0) rows.push(moved(at(12), 'topUp', BY_BANK, 150_00));
  if (age === 395) rows.push(moved(at(9), 'fee', 'Additional card fee', -9_95));
  if (age === 240) rows.push(moved(at(9), 'fee', 'Replacement card fee', -9_95));
  return [...rows, ...tripOf(at, age - TRIP_DAYS_AGO)];
}

function tripOf(at: (hour: number, minute?: number) => number, daysBefore: number): HistoryRow[] {
  switch (daysBefore) {
    case 12:
      return [bought(at(20), MERCHANTS.airline, 684_00, 'online', AMELIA)];
    case 0:
      return [bought(at(14), MERCHANTS.carHire, 312_40, 'chip', AMELIA)];
    case -1:
      return [bought(at(19), MERCHANTS.lakeCafe, 88_70, 'contactless', AMELIA)];
    case -2:
      return [bought(at(11), MERCHANTS.gondola, 146_00, 'chip', AMELIA)];
    case -4:
      return [
        bought(at(8), MERCHANTS.lakeCafe, 41_20, 'contactless', AMELIA),
        bought(at(10), MERCHANTS.hotel, 918_00, 'chip', AMELIA),
      ];
    default:
      return [];
  }
}

/** Three days that are the same in every demo: from 1,642.10 to 2,640.00. */
function lastDays(today: string): HistoryRow[] {
  const at = (daysAgo: number, hour: number, minute: number) => atMelbourne(addDays(today, -daysAgo), hour, minute);
  return [
    refunded(at(3, 10, 12), MERCHANTS.hardware, 39_00, 'chip', AMELIA),
    bought(at(3, 13, 20), MERCHANTS.pharmacy, 23_95, 'contactless', AMELIA),
    bought(at(2, 8, 10), MERCHANTS.transit, 17_50, 'contactless', AMELIA),
    moved(at(2, 17, 40), 'bpay', 'Harbour Electricity', -186_20),
    bought(at(1, 12, 41), MERCHANTS.noodles, 63_45, 'contactless', AMELIA),
    moved(at(1, 15, 30), 'pay', 'Southerly Design', 1_250_00),
  ];
}
