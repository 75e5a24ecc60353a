import './field.css';
import './calendar.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { fullDay } from '@wattle/contract/rules/full-day.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { addMonths } from '@wattle/contract/rules/schedule-dates.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../app-icon.tsx';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Dialog } from '../dialog.tsx';

type CalendarProps = {
  /** Label of the date field. */
  readonly label: string;
  /** The chosen day, `2027-02-01`. */
  readonly day: string | null;
  readonly today: string;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
};

const DAY_MS = 86_400_000;
/** Number of years offered without an end of the range. */
const YEARS_AROUND = 20;

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const addDays = (day: string, days: number) => new Date(msOf(day) + days * DAY_MS).toISOString().slice(0, 10);
/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(msOf(day)).getUTCDay() + 6) % 7;

/** Weeks of the month of a day, each with seven days; null for days of other months. */
function weeksOf(day: string): readonly (readonly (string | null)[])[] {
  const month = day.slice(0, 7);
  const start = addDays(`${month}-01`, -weekdayOf(`${month}-01`));
  const weeks = [0, 1, 2, 3, 4, 5].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((at) => {
      const each = addDays(start, week * 7 + at);
      return each.startsWith(month) ? each : null;
    }),
  );
  return weeks.filter((week) => week.some((each) => each !== null));
}

/** Day that a key of the grid moves to, as in the date picker of the ARIA practices. */
function dayAfterKey(day: string, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string | undefined {
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return undefined;
  }
}

/** Month to choose a day from. Arrows move by day, PageUp and PageDown by month, with Shift by year. */
export function Calendar({ label, day, today, first, last, onChoose, onClose }: CalendarProps) {
  const t = useTexts('fields');
  const language = useLanguage();
  const tag = LANGUAGE_TAG[language];
  const headId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const within = (each: string) => {
    if (first !== undefined && each < first) return first;
    return last !== undefined && each > last ? last : each;
  };
  const [active, setActive] = useState(() => within(day ?? today));
  // The focus follows the keys, but not a month chosen above the grid.
  const followsKeys = useRef(true);
  useEffect(() => {
    if (followsKeys.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    followsKeys.current = false;
  }, [active]);
  const year = Number(active.slice(0, 4));
  const month = Number(active.slice(5, 7));
  const goTo = (next: string) => setActive(within(next));
  const formatted = (options: Intl.DateTimeFormatOptions, each: string) =>
    dateFormat(tag, { timeZone: 'UTC', ...options }).format(msOf(each));
  const from = first === undefined ? Number(today.slice(0, 4)) - YEARS_AROUND : Number(first.slice(0, 4));
  const to = last === undefined ? Number(today.slice(0, 4)) + YEARS_AROUND : Number(last.slice(0, 4));
  const years = Array.from(
    { length: Math.max(to, year) - Math.min(from, year) + 1 },
    (_, at) => Math.min(from, year) + at,
  );
  const step = (months: 1 | -1) => {
    const next = addMonths(active, months);
    const isAtEnd = within(next).slice(0, 7) === active.slice(0, 7);
    return (
      <button
        type="button"
        className="calendar__step"
        aria-label={t(months > 0 ? 'date.nextMonth' : 'date.previousMonth')}
        aria-disabled={isAtEnd || undefined}
        onClick={() => (isAtEnd ? undefined : goTo(next))}
      >
        <AppIcon name="previous" size="m" className={months > 0 ? 'calendar__next' : ''} />
      </button>
    );
  };
  const isOutside = (each: string) => within(each) !== each;
  const chooser = (
    part: 'month' | 'year',
    options: readonly string[],
    value: string,
    toMonth: (at: string) => number,
  ) => (
    <select
      className="field__input calendar__choice"
      aria-label={t(`date.${part}`)}
      value={value}
      // A month may be out of range until its year is chosen as well.
      onChange={(event) => setActive(addMonths(active, toMonth(event.target.value)))}
    >
      {options.map((each, at) => (
        <option key={each} value={part === 'month' ? at + 1 : each}>
          {each}
        </option>
      ))}
    </select>
  );
  const monthNames = Array.from({ length: 12 }, (_, at) =>
    formatted({ month: 'short' }, `2001-${String(at + 1).padStart(2, '0')}-01`),
  );
  return (
    <Dialog
      title={label}
      describedBy={headId}
      onDismiss={onClose}
      actions={
        <Button tone="line" onClick={onClose}>
          {t('date.cancel')}
        </Button>
      }
    >
      <div className="calendar">
        <div className="calendar__head">
          {step(-1)}
          {chooser('month', monthNames, String(month), (value) => Number(value) - month)}
          {chooser('year', years.map(String), String(year), (value) => (Number(value) - year) * 12)}
          {step(1)}
        </div>
        <p className="visually-hidden" id={headId} role="status">
          {formatted({ month: 'long', year: 'numeric' }, active)}
        </p>
        <table
          ref={grid}
          className="calendar__days"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- A grid of the ARIA practices is a table.
          role="grid"
          aria-labelledby={headId}
          onKeyDown={(event) => {
            const next = dayAfterKey(active, event);
            if (next === undefined) return;
            event.preventDefault();
            followsKeys.current = true;
            goTo(next);
          }}
        >
          <thead>
            <tr>
              {[0, 1, 2, 3, 4, 5, 6].map((at) => (
                // 1 January 2001 was a Monday.
                <th key={at} scope="col" abbr={formatted({ weekday: 'long' }, `2001-01-0${at + 1}`)}>
                  {formatted({ weekday: tag.startsWith('zh') ? 'narrow' : 'short' }, `2001-01-0${at + 1}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(active).map((week) => (
              <tr key={week.find((each) => each !== null)}>
                {week.map((each, at) =>
                  each === null ? (
                    // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label -- A day of another month is its weekday and nothing else.
                    <td key={at} />
                  ) : (
                    <td key={each} aria-selected={each === day}>
                      <button
                        type="button"
                        className={classNames(
                          'calendar__day',
                          each === day && 'calendar__day--chosen',
                          each === today && 'calendar__day--today',
                        )}
                        tabIndex={each === active ? 0 : -1}
                        aria-label={fullDay(each, language)}
                        aria-current={each === today ? 'date' : undefined}
                        aria-disabled={isOutside(each) || undefined}
                        onClick={() => (isOutside(each) ? undefined : onChoose(each))}
                      >
                        {Number(each.slice(8))}
                      </button>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
