import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import type { Failure } from '../../calls/send.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { plainWords } from '../../ui/field-words.ts';
import { type DeskFormat, useDeskFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { useSubjects } from '../approvals/public.ts';
import { useCommandTitle } from '../../ui/command-title.ts';
import { subjectWords } from '../../ui/subject-words.ts';
import { EVERY_MS } from './every.ts';

/** One item that needs an action. */
export type Waiting = {
  readonly key: string;
  readonly what: string;
  readonly sub: string;
  readonly who: string;
  readonly why: string;
  /** Deadline, in words. */
  readonly due: string;
  readonly dueAt: string;
  readonly isSoon: boolean;
  readonly to: string;
  readonly action: string;
};

type Failed = {
  readonly key: string;
  readonly failure: Failure;
  readonly isLooking: boolean;
  readonly retry: () => void;
};

const SOON_MS = 2 * 86_400_000;
const LAST = '9999';

/** The queues of the programme in one list. A queue that can't be looked up is named, and the others are shown. */
export function useWaiting(): {
  readonly rows: readonly Waiting[];
  readonly isComplete: boolean;
  readonly failed: readonly Failed[];
} {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const now = useNow();
  const options = { everyMs: EVERY_MS };
  const requests = useCommand('requests', {}, options);
  const disputes = useCommand('disputes', {}, options);
  const suspense = useCommand('suspense', {}, options);
  const scams = useCommand('scams', {}, options);
  const refunds = useCommand('excess-refunds', {}, options);
  const told = useCommand('told-cases', {}, options);
  const unmatched = useCommand('processor-trouble', {}, options);
  const unreached = useCommand('unreached-people', {}, options);
  const closures = useCommand('closures', {}, options);
  const changes = useCommand('disputed-changes', {}, options);
  const toCheck = useCommand('payments-to-check', {}, options);
  const complaints = useCommand('complaints', {}, options);
  const stopped = useCommand('rule-decisions', { waiting: true }, options);
  // Hits are for managers alone.
  const decidesNames = useDefinition('sanctions-hits')?.mayGive === true;
  const names = useCommand('sanctions-hits', {}, { ...options, isOff: !decidesNames });
  const subjects = useSubjects(requests.rows);
  const titleOf = useCommandTitle();
  const isSoon = (at: string) => at !== '' && Date.parse(at) - Date.parse(now) < SOON_MS;
  const money = (amount: string) => format.money(amount);

  const rows: readonly Waiting[] = [
    ...(requests.rows ?? [])
      .filter(({ isOwn, state }) => !isOwn && state === 'Requested')
      .map((row) => ({
        key: `request ${row.request}`,
        what: t('what.request', {
          what: [titleOf(row.command).toLowerCase(), row.amount && money(row.amount)].filter(Boolean).join(' '),
        }),
        sub: t('sub.request', { name: row.askedByName, at: format.momentIn(row.askedAt) }),
        who: subjectWords(subjects.get(row.object)),
        why: row.reason,
        // A request that was approved does not expire.
        due: row.approvedBefore === '' ? format.momentOf(row.expiresAt) : '',
        dueAt: row.expiresAt,
        isSoon: false,
        to: `/approvals/${row.request}`,
        action: t('action.review'),
      })),
    ...(disputes.rows ?? []).map((row) => ({
      key: `dispute ${row.dispute}`,
      what: t('what.dispute', { amount: money(row.amount) }),
      sub: t('sub.dispute', { dispute: row.dispute, state: plainWords(row.state).toLowerCase() }),
      who: row.name,
      why: plainWords(row.reason),
      due: format.dateOf(row.answerBy),
      dueAt: row.answerBy,
      isSoon: isSoon(row.answerBy),
      to: `/disputes/dispute/${row.dispute}`,
      action: t('action.open'),
    })),
    ...(suspense.rows ?? []).map((row) => ({
      key: `suspense ${row.answer} ${row.line}`,
      what: t('what.suspense', { amount: money(row.amount) }),
      sub: row.reference === '' ? row.from : t('sub.suspense', { reference: row.reference }),
      who: row.for,
      why: plainWords(row.reason),
      due: row.goesBack === '' ? '' : t('due.returns', { day: format.dateOf(row.goesBack) }),
      dueAt: row.goesBack || LAST,
      isSoon: isSoon(row.goesBack),
      to: '/bank-files',
      action: t('action.match'),
    })),
    ...(scams.rows ?? []).map((row) => ({
      key: `scam ${row.scam}`,
      what: t('what.scam', { amount: money(row.amount) }),
      sub: row.payee,
      who: row.name,
      why: plainWords(row.outcome),
      due: format.momentOf(row.reported),
      dueAt: row.reported,
      isSoon: true,
      to: `/disputes/scam/${row.scam}`,
      action: t('action.open'),
    })),
    ...(refunds.rows ?? []).map((row) => ({
      key: `refund ${row.case}`,
      what: t('what.refund', { refunded: money(row.refunded), taken: money(row.taken) }),
      sub: row.merchant,
      who: row.name,
      why: t(Number(row.kept) > 0 ? 'why.refundKept' : 'why.refund'),
      due: format.momentOf(row.made),
      dueAt: row.made,
      isSoon: false,
      to: `/disputes/refund/${row.case}`,
      action: t('action.open'),
    })),
    ...(told.rows ?? []).map((row) => ({
      key: `told ${row.case}`,
      what: t(`what.told.${row.kind}`, { amount: money(String(Math.abs(Number(row.amount)))) }),
      sub: row.about,
      who: row.name,
      why: t('why.told'),
      due: format.momentOf(row.made),
      dueAt: row.made,
      isSoon: false,
      to: `/disputes/told/${row.case}`,
      action: t('action.open'),
    })),
    ...unmatchedRows(t, format.momentOf, unmatched),
    ...unreachedRows(t, format.momentOf, unreached),
    ...(changes.rows ?? []).map((row) => ({
      key: `change ${row.change}`,
      what: t('what.change'),
      sub: t('sub.change', { change: row.change, what: plainWords(row.what).toLowerCase() }),
      who: row.name,
      why: t('why.change'),
      due: format.momentOf(row.disputed),
      dueAt: row.disputed,
      isSoon: true,
      to: `/people/${row.person.replace('holder:', '')}`,
      action: t('action.open'),
    })),
    ...complaintRows(t, format, isSoon, complaints),
    ...ruleRows(t, format.momentOf, stopped),
    ...nameRows(t, format.momentOf, names),
    ...toCheckRows(t, toCheck),
    ...(closures.rows ?? []).map((row) => ({
      key: `closure ${row.account}`,
      what: t('what.closure'),
      sub: plainWords((row.waitsFor === '' ? row.next : row.waitsFor).replaceAll('_', '-')),
      who: subjectWords({ object: '', person: row.person, name: row.name, account: row.account, card: '' }),
      why: t('why.closure', { at: format.momentIn(row.asked) }),
      due: '',
      dueAt: LAST,
      isSoon: false,
      to: '/closing',
      action: t('action.open'),
    })),
  ];
  const queues: readonly (readonly [string, Looked<unknown>])[] = [
    ['requests', requests],
    ['disputes', disputes],
    ['suspense', suspense],
    ['scams', scams],
    ['refunds', refunds],
    ['told', told],
    ['unmatched', unmatched],
    ['unreached', unreached],
    ['closures', closures],
    ['changes', changes],
    ['payments', toCheck],
    ['complaints', complaints],
    ['rules', stopped],
    ...(decidesNames ? [['names', names] as const] : []),
  ];
  return {
    rows: rows.toSorted((one, other) => one.dueAt.localeCompare(other.dueAt)),
    isComplete: queues.every(([, { rows: known, failure }]) => known !== undefined || failure !== undefined),
    failed: queues.flatMap(([key, { failure, isLooking, retry }]) =>
      failure ? [{ key, failure, isLooking, retry }] : [],
    ),
  };
}

/** Complaints with a step of ours that is due; with AFCA a complaint waits for AFCA. */
function complaintRows(
  t: ReturnType<typeof useTexts>,
  format: DeskFormat,
  isSoon: (at: string) => boolean,
  { rows = [] }: Looked<RowOf<'complaints'>>,
): readonly Waiting[] {
  return rows
    .filter(({ next }) => next === 'acknowledge' || next === 'answer')
    .map(({ complaint, next, due, name, subject, words, overdue }) => ({
      key: `complaint ${complaint}`,
      what: t(`what.complaint.${next}`),
      sub: t('sub.complaint', { complaint, about: plainWords(subject).toLowerCase() }),
      who: name,
      why: words,
      due: next === 'acknowledge' ? format.momentOf(due) : format.dateOf(due),
      dueAt: due,
      isSoon: overdue || isSoon(due),
      to: `/complaints/${complaint}`,
      action: t('action.open'),
    }));
}

/** Purchases that rules told the desk of, as one row: the page of the rules lists them. */
function ruleRows(
  t: ReturnType<typeof useTexts>,
  since: (at: string) => string,
  { rows = [], hasMore }: Looked<RowOf<'rule-decisions'>>,
): readonly Waiting[] {
  const [oldest] = rows;
  if (!oldest) return [];
  return [
    {
      key: 'rules',
      what: t(hasMore ? 'what.ruleMore' : 'what.rule', { count: rows.length }),
      sub: [...new Set(rows.map(({ ruleName }) => ruleName))].join(', '),
      who: rows.length === 1 ? oldest.name : '',
      why: t('why.rule'),
      due: since(oldest.at),
      dueAt: oldest.at,
      isSoon: false,
      to: '/rules',
      action: t('action.open'),
    },
  ];
}

/** Names that are like one of the sanctions list, as one row: their page says what each keeps waiting. */
function nameRows(
  t: ReturnType<typeof useTexts>,
  since: (at: string) => string,
  { rows = [], hasMore }: Looked<RowOf<'sanctions-hits'>>,
): readonly Waiting[] {
  const [oldest] = rows;
  if (!oldest) return [];
  return [
    {
      key: 'names',
      what: t(hasMore ? 'what.nameMore' : 'what.name', { count: rows.length }),
      sub: t('sub.name'),
      who: rows.length === 1 ? oldest.name : '',
      why: t('why.name'),
      due: since(oldest.found),
      dueAt: oldest.found,
      isSoon: true,
      to: '/sanctions',
      action: t('action.open'),
    },
  ];
}

/** Events of card processors that need someone, as one row: the page of their connection lists them. */
function unmatchedRows(
  t: ReturnType<typeof useTexts>,
  since: (at: string) => string,
  { rows = [], hasMore }: Looked<RowOf<'processor-trouble'>>,
): readonly Waiting[] {
  const [oldest] = rows;
  if (!oldest) return [];
  return [
    {
      key: 'unmatched',
      what: t(hasMore ? 'what.unmatchedMore' : 'what.unmatched', { count: rows.length }),
      sub: [...new Set(rows.map(({ connection }) => connection))].join(', '),
      who: '',
      why: t('why.unmatched'),
      due: since(oldest.since),
      dueAt: oldest.since,
      isSoon: true,
      to: '/connections',
      action: t('action.open'),
    },
  ];
}

/** People whom no message reaches, as one row: the queue of cases lists them with their deadlines. */
function unreachedRows(
  t: ReturnType<typeof useTexts>,
  since: (at: string) => string,
  { rows = [], hasMore }: Looked<RowOf<'unreached-people'>>,
): readonly Waiting[] {
  const [oldest] = rows;
  if (!oldest) return [];
  return [
    {
      key: 'unreached',
      what: t(hasMore ? 'what.unreachedMore' : 'what.unreached', { count: rows.length }),
      sub: '',
      who: rows.length === 1 ? oldest.name : '',
      why: t('why.unreached'),
      due: since(oldest.since),
      dueAt: oldest.since,
      isSoon: true,
      to: '/disputes',
      action: t('action.open'),
    },
  ];
}

const TO_CHECK = ['inDoubt', 'returned', 'held', 'givenUp'] as const;

/** Payments that need a check, as one row: the linked list has the same rows. */
function toCheckRows(
  t: ReturnType<typeof useTexts>,
  { rows = [], hasMore }: Looked<RowOf<'payments-to-check'>>,
): readonly Waiting[] {
  const [oldest] = rows;
  if (!oldest) return [];
  const counts = TO_CHECK.map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }));
  return [
    {
      key: 'payments to check',
      what: t(hasMore ? 'what.toCheckMore' : 'what.toCheck', { count: rows.length }),
      sub: counts
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => t(`toCheck.${kind}`, { count }))
        .join(' · '),
      who: '',
      why: '',
      due: '',
      dueAt: oldest.since,
      isSoon: true,
      to: '/payments?view=toCheck',
      action: t('action.check'),
    },
  ];
}
