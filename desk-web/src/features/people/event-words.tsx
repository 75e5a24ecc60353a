import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { type Texts, useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type ReactNode, useMemo } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { plainWords } from '../../ui/field-words.ts';
import { type DeskFormat, useDeskFormat } from '../../ui/format.ts';

export type EventRow = RowOf<'timeline'>;

const SHAPES = {
  card: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10h18',
  declined: 'M6 6l12 12M18 6L6 18',
  money: 'M4 8h14l-4-4M20 16H6l4 4',
  signIn: 'M14 4a5 5 0 1 0-4 8l-6 6v3h3l1-1v-2h2v-2l2-2a5 5 0 0 0 2-10zM15 8v.5',
  message: 'M4 6h16v12H4zM4 7l8 6 8-6',
  staff: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6',
} as const;

/** Events without a movement of money, and the texts for their states. */
const NOT_MOVED: ReadonlyMap<string, string> = new Map([
  ['held', 'plan'],
  ['scheduled', 'plan'],
  ['rescheduled', 'plan'],
  ['failed', 'failure'],
]);

type EventWords = {
  readonly shape: string;
  readonly title: ReactNode;
  readonly details?: ReactNode;
  readonly end?: ReactNode;
};

/** Puts a row of the timeline into words. Text that people typed is never interpreted. */
export function useEventWords(): (row: EventRow) => EventWords {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  return useMemo(() => (row) => wordsOf(t, format, row), [t, format]);
}

/** Our words for a code; the code itself if we have none. */
const named = (t: Texts, group: string, code: string): string =>
  t.has(`${group}.${code}`) ? t(`${group}.${code}`) : plainWords(code.replaceAll(/[._]/g, ' '));

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');

function wordsOf(t: Texts, format: DeskFormat, row: EventRow): EventWords {
  const kind = row.event === 'declined' ? row.event : row.kind;
  const shape = isNameOf(SHAPES, kind) ? SHAPES[kind] : '';
  const amount = row.amount === '' ? undefined : <span className="figures">{format.money(row.amount)}</span>;
  const card = row.card === '' ? '' : t('event.card', { last4: row.card });
  switch (row.kind) {
    case 'card':
      return { shape, end: amountOf(row, amount), ...cardWords(t, row, card) };
    case 'money':
      return {
        shape,
        end: NOT_MOVED.has(row.event) ? <span className="quiet">{amount}</span> : amount,
        title: titled(named(t, 'event', row.event), row.what),
        details: joined(
          row.reason === '' ? '' : t('event.receipt', { receipt: row.reason }),
          row.state === '' ? '' : named(t, NOT_MOVED.get(row.event) ?? 'payment', row.state),
        ),
      };
    case 'message':
      return {
        shape,
        title: titled(t(`channel.${row.detail}`), named(t, 'message', row.event)),
        details: joined(named(t, 'delivery', row.state), row.reason && named(t, 'undelivered', row.reason)),
      };
    case 'staff':
      return { shape, ...staffWords(t, row) };
    default:
      return { shape, title: titled(named(t, 'event', row.event)), details: joined(row.detail, card) };
  }
}

function titled(strong: string, rest = ''): ReactNode {
  return (
    <>
      <strong>{strong}</strong>
      {rest === '' ? null : <span>{`, ${rest}`}</span>}
    </>
  );
}

function amountOf({ event }: EventRow, amount: ReactNode): ReactNode {
  return ['declined', 'disputed', 'decided'].includes(event) ? <span className="quiet">{amount}</span> : amount;
}

function cardWords(t: Texts, row: EventRow, card: string): Pick<EventWords, 'title' | 'details'> {
  const channel = row.detail === '' ? '' : named(t, 'channel', row.detail);
  const rule = row.by === '' ? '' : t('event.byRule', { rule: row.by });
  if (row.event === 'declined') {
    const why = t('event.declined', { why: named(t, 'decline', row.state) });
    return { title: titled(why, row.what), details: joined(card, channel, rule) };
  }
  if (row.event === 'disputed' || row.event === 'decided') {
    const reference = t('event.reference', { reference: row.reason });
    const title = titled(named(t, 'event', row.event), row.what);
    return { title, details: joined(reference, named(t, 'dispute', row.state), card) };
  }
  if (row.what === '') return { title: titled(named(t, 'event', row.event)), details: joined(card, channel) };
  const state = ['approved', 'reversed', 'expired', 'refund', 'cash'].includes(row.event)
    ? named(t, 'event', row.event)
    : '';
  return { title: titled(row.what, channel), details: joined(card, state, rule) };
}

function staffWords(t: Texts, row: EventRow): Pick<EventWords, 'title' | 'details'> {
  const command = row.event.replace(/^desk\./, '');
  const asked = /^asked\.desk\.(.+)$/.exec(row.event)?.[1];
  // A waiting or refused event has changed nothing.
  const what =
    asked === undefined ? named(t, 'staff', command) : t('staff.asked', { what: plainWords(asked).toLowerCase() });
  const detail =
    row.what === '' ? '' : command === 'report-card' ? checksOf(t, row.what) : named(t, 'detail', row.what);
  const state = row.state === 'ok' ? '' : named(t, asked === undefined ? 'outcome' : 'asked', row.state);
  return {
    title: titled(row.by || t('event.staff'), [what, detail].filter(Boolean).join(' ')),
    details: joined(
      state,
      row.reason === '' ? '' : t('event.reason', { reason: row.reason }),
      row.detail === '' ? '' : t('event.askedBy', { name: row.detail }),
    ),
  };
}

/** How a caller was checked, `born,purchase`, in words. */
const checksOf = (t: Texts, checked: string): string =>
  t('staff.checked', {
    how: checked
      .split(',')
      .map((check) => named(t, 'caller', check).toLowerCase())
      .join(', '),
  });
