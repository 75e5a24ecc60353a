import './part-input.css';
import { useState } from 'react';
import type { DatePart } from '@wattle/contract/rules/date-of-birth.ts';
import { fullDay } from '@wattle/contract/rules/full-day.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { IS_YEAR_FIRST, type Language, LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../app-icon.tsx';
import type { Calendar as CalendarOfDays } from './calendar.tsx';
import { FieldGroup } from './field-group.tsx';
import type { FieldWords } from './field.tsx';
import { PartInput } from './part-input.tsx';
import type { ListOption } from './list-options.ts';
import {
  DAY_FIRST,
  dateIn,
  dateOfParts,
  dayOf,
  monthOf,
  partsOfDate,
  typePart,
  YEAR_FIRST,
} from '@wattle/contract/rules/typed-date.ts';

export type DateFieldProps = Omit<FieldWords, 'wrongWith'> & {
  /** As typed: `7/3/2027`, or `7//` if incomplete. `dayOf` parses it. A date `2027-03-07` is accepted too. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called when all parts have lost focus, to check them. */
  readonly onLeave?: (() => void) | undefined;
  /** Business date, which the calendar marks and starts with. */
  readonly today: string;
  /** First and last day of the calendar. */
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  /** Options of its parts, for a distant date. */
  readonly lists?: Readonly<Record<DatePart, readonly ListOption[]>> | undefined;
  /** `bday`: the browser fills in the user's own date of birth. */
  readonly autoComplete?: 'bday' | undefined;
  /** Part to mark as wrong; without it an error marks all parts. */
  readonly wrongPart?: DatePart | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
};

function monthNames(language: Language): readonly string[] {
  const format = dateFormat(LANGUAGE_TAG[language], { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2001, index, 1)));
}

/** Id of a part of a date. The day has the id of the field. */
function datePartId(id: string, part: DatePart): string {
  return part === 'day' ? id : `${id}-${part}`;
}

/**
 * Date field: three parts to type or paste into, in the order of the language, and a calendar. The date is shown below
 * in words with its weekday, so that 1/2 is not mistaken for the second of January.
 */
export function DateField(props: DateFieldProps) {
  const { id, value, onValue, today, first, last, lists, wrongPart, isDisabled, isReadOnly, ...group } = props;
  const t = useTexts('fields');
  const language = useLanguage();
  const order = IS_YEAR_FIRST[language] ? YEAR_FIRST : DAY_FIRST;
  const parts = partsOfDate(value);
  const day = dayOf(value);
  // Loaded when it is first opened.
  const [Calendar, setCalendar] = useState<typeof CalendarOfDays | null>(null);
  const [state, setState] = useState<'closed' | 'open' | 'missing'>('closed');
  const open = () => {
    if (Calendar) setState('open');
    else {
      void import('./calendar.tsx').then(
        (loaded) => {
          setCalendar(() => loaded.Calendar);
          setState('open');
        },
        () => setState('missing'),
      );
    }
  };
  const change = (part: DatePart, typed: string) => {
    const { parts: filled, next } = typePart(parts, part, typed, order);
    onValue(dateOfParts(filled));
    const input = next === part ? null : document.getElementById(datePartId(id, next));
    if (input instanceof HTMLInputElement) {
      input.focus();
      input.select();
    }
  };
  const words = day === null ? '' : fullDay(day, language);
  return (
    <FieldGroup
      {...group}
      id={id}
      isDisabled={isDisabled}
      note={
        <>
          <p className="date-field__words" role="status">
            {state === 'missing' ? t('date.calendarMissing') : words}
          </p>
          {group.note}
        </>
      }
    >
      <div className="part-inputs">
        {order.map((part) => (
          <PartInput
            key={part}
            id={datePartId(id, part)}
            label={t(`date.${part}`)}
            isLong={part === 'year'}
            autoComplete={props.autoComplete === undefined ? 'off' : `${props.autoComplete}-${part}`}
            options={lists?.[part]}
            text={parts[part]}
            onText={(text) => change(part, text)}
            onPaste={(event) => {
              const pasted = dateIn(event.clipboardData.getData('text'), order);
              if (pasted === null || isReadOnly) return;
              event.preventDefault();
              onValue(dateOfParts(pasted));
            }}
            onLeave={() => {
              const month = monthOf(parts.month, monthNames(language));
              if (part === 'month' && month !== undefined) onValue(dateOfParts({ ...parts, month }));
            }}
            isWrong={props.error !== undefined && (wrongPart ?? part) === part}
            errorOf={props.error === undefined ? undefined : id}
            isDisabled={isDisabled}
            isReadOnly={isReadOnly}
          />
        ))}
        {isDisabled || isReadOnly ? null : (
          <button
            type="button"
            className="date-field__open"
            aria-label={t('date.open', { field: props.label })}
            aria-haspopup="dialog"
            onClick={open}
          >
            <AppIcon name="calendar" size="m" />
          </button>
        )}
      </div>
      {Calendar && state === 'open' ? (
        <Calendar
          label={props.label}
          day={day}
          today={today}
          first={first}
          last={last}
          onChoose={(chosen) => {
            onValue(dateOfParts(partsOfDate(chosen)));
            setState('closed');
          }}
          onClose={() => setState('closed')}
        />
      ) : null}
    </FieldGroup>
  );
}
