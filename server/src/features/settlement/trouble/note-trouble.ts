import type { AppContext } from '../../../compose/context.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import type { Tx } from '../../../platform/database/database.ts';
import {
  EXCHANGE_TROUBLE,
  listSent,
  saveTrouble,
  type Trouble,
  type TroubleKind,
  REFUSED_FOR_MS,
  troubleOfAnswers,
} from './trouble.store.ts';
import { type BankingCalendar, nextBankingDay } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { PROGRAMME_ZONE } from '../../../platform/time/programme-zone.domain.ts';

const WORDS: Readonly<Record<TroubleKind, string>> = {
  unreachable: 'the folder of the bank cannot be reached',
  notSent: 'a file has not reached the bank',
  unanswered: 'the bank has not answered a file in its time',
  unread: 'a file of the bank cannot be fetched',
  misnamed: 'a file of the bank has a name of no programme',
  refused: 'a file of the bank was refused',
  waiting: 'a file of the bank waits for a second person',
  statementUnread: 'a statement cannot be fetched',
  statementRefused: 'a statement was refused',
  statementMissing: 'a statement has not come in its time',
  instantUnread: 'the movements at the bank for instant payments cannot be read',
};

/** Compares the faults of a round and the waiting files with the known incidents. Logs new and closed ones. */
export async function noteTrouble(ctx: AppContext, tenantId: number, met: readonly Trouble[]): Promise<void> {
  const { clocks } = ctx;
  await replaceTrouble(ctx, tenantId, EXCHANGE_TROUBLE, async (tx) => {
    const ofAnswers = await troubleOfAnswers(tx, tenantId, clocks.business.now() - REFUSED_FOR_MS);
    const sent = await listSent(tx, tenantId);
    const calendar = sent.length === 0 ? undefined : await readBankingCalendar(tx);
    const isLate = (sentAt: string) =>
      calendar !== undefined &&
      clocks.business.now() > answerDueAt(calendar, ctx.config.bank.answersBy, Date.parse(sentAt));
    const unanswered = sent
      .filter(({ sent_at: sentAt }) => isLate(sentAt))
      .map(({ name }): Trouble => ({ kind: 'unanswered', file: name, reason: '' }));
    return [...met, ...ofAnswers, ...unanswered];
  });
}

/** Compares what is wrong now of some kinds with the known incidents. Logs new and closed ones. */
export async function replaceTrouble(
  ctx: AppContext,
  tenantId: number,
  kinds: readonly TroubleKind[],
  read: (tx: Tx) => Promise<readonly Trouble[]>,
): Promise<void> {
  const { begun, ended } = await ctx.database.transact(tenantId, async (tx) =>
    saveTrouble(tx, tenantId, { kinds, now: await read(tx) }, ctx.clocks.security.now()),
  );
  for (const trouble of begun) ctx.log.warn(fieldsOf(tenantId, trouble), WORDS[trouble.kind]);
  for (const trouble of ended) ctx.log.info(fieldsOf(tenantId, trouble), `no longer: ${WORDS[trouble.kind]}`);
}

/** A file name or a reason of the bank may contain an account number. */
function fieldsOf(tenant: number, { kind, file, reason }: Trouble) {
  const masked = (text: string) => text.replaceAll(/\d{9,}/g, '…');
  return {
    tenant,
    trouble: kind,
    ...(file !== '' && { file: masked(file) }),
    ...(reason !== '' && { reason: masked(reason) }),
  };
}

/**
 * Time by which the bank answers a file: a time of day in Melbourne, on the business day after it was sent.
 *
 * @param answersBy `12:00`
 * @param sentAtMs milliseconds since 1970
 */
function answerDueAt(calendar: BankingCalendar, answersBy: string, sentAtMs: number): number {
  const sent = Temporal.Instant.fromEpochMilliseconds(sentAtMs).toZonedDateTimeISO(PROGRAMME_ZONE);
  const day = Temporal.PlainDate.from(nextBankingDay(calendar, sent.toPlainDate().toString()));
  return day.toZonedDateTime({ timeZone: PROGRAMME_ZONE, plainTime: answersBy }).epochMilliseconds;
}
