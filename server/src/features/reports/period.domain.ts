export type PeriodKind = 'day' | 'month' | 'year';

/** Days that a report is about, in the zone of the programme. Both are included. */
export type Period = {
  readonly kind: PeriodKind;
  /** `2026-10-31`, `2026-10`, or the tax year `2025-26`. */
  readonly name: string;
  readonly firstDay: string;
  readonly lastDay: string;
};

const TAX_YEAR = /^(20\d\d)-(\d\d)$/;

function monthOf(name: string): Period | undefined {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(name)) return undefined;
  const { daysInMonth } = Temporal.PlainYearMonth.from(name);
  return { kind: 'month', name, firstDay: `${name}-01`, lastDay: `${name}-${daysInMonth}` };
}

function dayOf(name: string): Period | undefined {
  if (!/^20\d\d-\d\d-\d\d$/.test(name)) return undefined;
  try {
    Temporal.PlainDate.from(name, { overflow: 'reject' });
  } catch {
    return undefined;
  }
  return { kind: 'day', name, firstDay: name, lastDay: name };
}

function yearOf(name: string): Period | undefined {
  const [, start, end] = TAX_YEAR.exec(name) ?? [];
  if (start === undefined || (Number(start) + 1) % 100 !== Number(end)) return undefined;
  return { kind: 'year', name, firstDay: `${start}-07-01`, lastDay: `${Number(start) + 1}-06-30` };
}

const READ: Readonly<Record<PeriodKind, (name: string) => Period | undefined>> = {
  day: dayOf,
  month: monthOf,
  year: yearOf,
};

/** The period with this name, of one of the kinds; undefined: no such period. `2011-12` is a month and a tax year. */
export function readPeriod(name: string, kinds: readonly PeriodKind[]): Period | undefined {
  for (const kind of kinds) {
    const found = READ[kind](name);
    if (found) return found;
  }
  return undefined;
}

/** The last period of a kind that is over on a day. A tax year is over on 2 July, once the interest of June is posted. */
export function periodBefore(kind: PeriodKind, today: string): Period {
  const day = Temporal.PlainDate.from(today).subtract({ days: 1 });
  const found = {
    day: () => dayOf(day.toString()),
    month: () => monthOf(Temporal.PlainDate.from(today).subtract({ months: 1 }).toString().slice(0, 7)),
    year: () => {
      const start = day.year - (day.month >= 7 ? 1 : 2);
      return yearOf(`${start}-${String((start + 1) % 100).padStart(2, '0')}`);
    },
  }[kind]();
  if (!found) throw new Error(`no ${kind} is over on ${today}`);
  return found;
}

/** Whether all of a period is over on a day. */
export function isOver({ kind, lastDay }: Period, today: string): boolean {
  const last = kind === 'year' ? Temporal.PlainDate.from(lastDay).add({ days: 1 }).toString() : lastDay;
  return last < today;
}
