import { dateFormat, numberFormat } from '@wattle/contract/rules/intl-formats.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { money, type Sign } from '@wattle/contract/rules/amounts.ts';
import {
  dateInWords,
  dayIn,
  dayInWords,
  relativeDay,
  relativeDayWithin,
  timeIn,
} from '@wattle/contract/rules/dates.ts';
import { createStore, useStore } from '@wattle/web/observable.ts';
import { useMemo } from 'react';

/** Zone of the programme, in which the desk shows all times; that of the device until it is known. */
export const programmeZone = createStore(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Formats of the desk, which speaks one language. Instants are texts of the server, as `2026-11-26T10:00:00.000Z`. */
export type DeskFormat = {
  /** `$2,486.35` from `2486.35` or `"2486.35"`. */
  readonly money: (dollars: string | number, sign?: Sign) => string;
  /** `1,284`. */
  readonly count: (number: number) => string;
  /** `26 Nov 2026`. */
  readonly dateOf: (instant: string) => string;
  readonly timeOf: (instant: string) => string;
  /** `10:12:03 am`. */
  readonly secondOf: (instant: string) => string;
  /** Alone: `Today 9:58 am`, `Yesterday 5:02 pm`, `19 Nov 8:05 am`. */
  readonly momentOf: (instant: string) => string;
  /** Within a sentence: `today 9:58 am`. */
  readonly momentIn: (instant: string) => string;
  /** The day of an instant, as `2026-11-26`. */
  readonly dayOf: (instant: string) => string;
  /** Hour of the day, 0 to 23. */
  readonly hourOf: (instant: string) => number;
  /** `October 2026` from `2026-10`. */
  readonly monthOf: (month: string) => string;
  /** `Thursday 26 November`. */
  readonly dayInWords: (instant: string) => string;
};

export function useDeskFormat(): DeskFormat {
  const zone = useStore(programmeZone);
  return useMemo(() => formatIn(zone), [zone]);
}

function formatIn(zone: string): DeskFormat {
  const now = () => new Date().toISOString();
  return {
    money: (dollars, sign) => money(Number(dollars), DEFAULT_LANGUAGE, sign),
    count: (number) => numberFormat(LANGUAGE_TAG[DEFAULT_LANGUAGE]).format(number),
    dateOf: (instant) => dateInWords(instant, DEFAULT_LANGUAGE, zone),
    timeOf: (instant) => timeIn(instant, DEFAULT_LANGUAGE, zone),
    secondOf: (instant) =>
      dateFormat(LANGUAGE_TAG[DEFAULT_LANGUAGE], {
        timeZone: zone,
        hour: 'numeric',
        minute: '2-digit',
        second: '2-digit',
      }).format(new Date(instant)),
    momentOf: (instant) =>
      `${relativeDay(instant, now(), DEFAULT_LANGUAGE, zone)} ${timeIn(instant, DEFAULT_LANGUAGE, zone)}`,
    momentIn: (instant) =>
      `${relativeDayWithin(instant, now(), DEFAULT_LANGUAGE, zone)} ${timeIn(instant, DEFAULT_LANGUAGE, zone)}`,
    dayOf: (instant) => dayIn(instant, zone),
    hourOf: (instant) =>
      Number(
        dateFormat(LANGUAGE_TAG[DEFAULT_LANGUAGE], {
          timeZone: zone,
          hour: 'numeric',
          hourCycle: 'h23',
        }).format(new Date(instant)),
      ),
    monthOf: (month) =>
      dateFormat(LANGUAGE_TAG[DEFAULT_LANGUAGE], { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
        new Date(`${month}-15T12:00:00Z`),
      ),
    dayInWords: (instant) => dayInWords(instant, now(), DEFAULT_LANGUAGE, zone),
  };
}
