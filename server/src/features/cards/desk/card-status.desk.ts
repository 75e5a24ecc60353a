import * as z from 'zod';
import { dayAt, monthAt } from '../../../platform/time/clock.ts';
import { move } from '../../../platform/state-table.domain.ts';
import {
  becomes,
  cardInput,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  refused,
} from '../../desk/public.ts';
import { drawNumber, receiptNumber } from '../../payments/public.ts';
import { lockNumber, saveReleased, saveRestricted } from '../block/card-number.store.ts';
import { addReport, lastReference, type ReportKind } from '../block/card-report.store.ts';
import { REPORT_EVENTS, reportNumber } from '../block/report-number.ts';
import { saveStatus } from '../card.store.ts';
import { CARD_STATUS, type CardEvent, type InnerStatus, statusIn } from '../../card-facts/public.ts';
import { notifyCardChanged } from '../notify-card.ts';
import { callerChecks } from './caller-checks.ts';
import { type DeskCard, findDeskCard, lockDeskCard, saveOnItsWay } from './desk-card.store.ts';

export const objectOf = ({ id }: Pick<DeskCard, 'id'>) => `card:${id}`;
export const wordsOfCard = ({ masked_number: number, account_number: account }: DeskCard) =>
  `Card ${number.slice(-4)} of account ${account}`;
const NOT_FOUND = refused('not_found', { field: 'card' });

type Call = DeskCallInTransaction<{ readonly card: bigint }>;

/** Applies a staff event to the status of a card by its state table. */
function moved(call: Call, card: DeskCard, event: CardEvent) {
  const status = statusIn(monthAt(call.ctx.clocks.business.now()), card);
  return move(CARD_STATUS, { state: status, event, by: 'staff' });
}

async function mayBecome(call: Call, event: CardEvent): Promise<DeskOutcome> {
  const card = await findDeskCard(call.tx, call.staff.tenantId, call.input.card);
  if (!card) return NOT_FOUND;
  const outcome = moved(call, card, event);
  if (outcome.kind === 'refused') return refused(outcome.error, { field: 'card', object: objectOf(card) });
  if (outcome.kind === 'done') return refused('nothing_to_do', { object: objectOf(card) });
  return { ok: true, rows: [], object: objectOf(card) };
}

type Changed = { readonly id: bigint; readonly status: InnerStatus; readonly isChanged: boolean };

/** Changes a card under its lock. With `report` the cardholder gets a reference number. */
async function become(
  call: Call,
  event: CardEvent,
  change: (card: DeskCard, status: InnerStatus) => Promise<Changed>,
  report?: Exclude<ReportKind, 'replace'>,
): Promise<DeskOutcome> {
  const { ctx, tx, staff, input } = call;
  const card = await lockDeskCard(tx, staff.tenantId, input.card);
  if (!card) return NOT_FOUND;
  const outcome = moved(call, card, event);
  if (outcome.kind === 'refused') return refused(outcome.error, { field: 'card', object: objectOf(card) });
  const { id, status, isChanged } = await change(card, outcome.kind === 'changed' ? outcome.to : card.status);
  const named = { tenant_id: card.tenant_id, id };
  if (isChanged) ctx.live.publishChanged(tx, staff.tenantId, card.member_account_id);
  const reference = report ? await referenceOfReport(call, named, report, isChanged) : null;
  return { ok: true, rows: [{ card: objectOf(named), status, reference }], object: objectOf(named) };
}

async function referenceOfReport(
  { ctx, tx, staff }: Call,
  card: Pick<DeskCard, 'tenant_id' | 'id'>,
  kind: Exclude<ReportKind, 'replace'>,
  isNew: boolean,
): Promise<string | null> {
  if (!isNew) return lastReference(tx, card, kind === 'block' ? ['block'] : ['lost', 'stolen']);
  const at = ctx.clocks.business.now();
  const reference = receiptNumber(dayAt(at), await drawNumber(tx));
  addReport(tx, card, { kind, reference, actor: `staff:${staff.id}`, at });
  const change = kind === 'block' ? 'blocked' : kind;
  await notifyCardChanged(tx, ctx, { tenantId: staff.tenantId, cardId: card.id, change, cause: reference });
  return reference;
}

const ANSWER = z.object({ card: z.string(), status: z.string(), reference: z.string().nullable() });

export const blockCardCommand = deskCommand({
  name: 'block-card',
  title: 'Block a card',
  summary: 'Block a card: card:ID, as find shows it',
  permission: 'act',
  done: (row) => ({
    words: 'The card is blocked.',
    reference: row.reference ?? undefined,
    next: 'The cardholder is told. Unblocking takes a second person.',
  }),
  positional: 'card',
  input: z.object({ card: cardInput }),
  answer: ANSWER,
  // A card that its holder has blocked becomes restricted by the programme.
  run: (call: Call) =>
    become(
      call,
      'block',
      async (card, status) => {
        const isChanged = status !== card.status;
        if (isChanged || !card.is_held) await saveRestricted(call.tx, card, 'programme');
        return { id: card.id, status, isChanged };
      },
      'block',
    ),
});

/** A second person approves it, because it gives access again. */
export const unblockCardCommand = deskCommand({
  name: 'unblock-card',
  title: 'Unblock a card',
  summary: 'Unblock a card: card:ID, as find shows it',
  permission: 'act',
  done: () => ({ words: 'The card can be used again.' }),
  positional: 'card',
  input: z.object({ card: cardInput }),
  answer: ANSWER,
  check: (call: Call) => mayBecome(call, 'unblock'),
  async effect(call: Call) {
    const card = await findDeskCard(call.tx, call.staff.tenantId, call.input.card);
    if (!card) return [];
    const outcome = moved(call, card, 'unblock');
    if (outcome.kind !== 'changed') return [];
    return [becomes(wordsOfCard(card), card.status, outcome.to, 'may be used again')];
  },
  run: (call: Call) =>
    become(call, 'unblock', async (card, status) => {
      if (status !== card.status) await saveReleased(call.tx, card, status);
      return { id: card.id, status, isChanged: status !== card.status };
    }),
});

type Report = { readonly card: bigint; readonly state: 'lost' | 'stolen'; readonly checked: string };

/** A reported card never works again, so who calls is checked first, and how is recorded with the report. */
export const reportCardCommand = deskCommand({
  name: 'report-card',
  title: 'Report a card lost or stolen',
  summary: 'Report a card lost or stolen for a caller who was checked; answers the number to quote',
  permission: 'act',
  done: (row, input) => ({
    words: `The card is reported ${input.state} and can’t be used any more.`,
    reference: row.reference ?? undefined,
    next: 'The cardholder is told. Order a new card if they want one.',
  }),
  input: z.object({ card: cardInput, state: z.enum(['lost', 'stolen']), checked: callerChecks }),
  answer: ANSWER,
  async run(call: DeskCallInTransaction<Report>) {
    const { ctx, tx, staff, input } = call;
    const month = monthAt(ctx.clocks.business.now());
    // The number is locked before the card, as in every report of a number.
    await lockNumber(tx, staff.tenantId, input.card);
    const report = { kind: input.state, by: 'staff', month } as const;
    const done = await become(call, REPORT_EVENTS[input.state], (card) => reportNumber(tx, card, report), input.state);
    return done.ok ? { ...done, details: { checked: input.checked } } : done;
  },
});

type Marking = { readonly card: bigint; readonly state: 'dispatched' | 'delivered' };

/** Command that records dispatch or delivery of a card. */
export const markCardCommand = deskCommand({
  name: 'mark-card',
  title: 'Note a card as sent or delivered',
  summary: 'Note that a card was dispatched, or that it was delivered',
  permission: 'act',
  done: (_row, input) => ({ words: `The card is noted as ${input.state}.` }),
  input: z.object({ card: cardInput, state: z.enum(['dispatched', 'delivered']) }),
  answer: ANSWER,
  async run(call: DeskCallInTransaction<Marking>) {
    const { ctx, tx, staff, input } = call;
    const changed = await become(call, 'dispatch', async (card, status) => {
      if (status !== card.status) await saveStatus(tx, card, status);
      return { id: card.id, status, isChanged: status !== card.status };
    });
    if (!changed.ok) return changed;
    const card = await lockDeskCard(tx, staff.tenantId, input.card);
    if (card) await saveOnItsWay(tx, card, input.state, ctx.clocks.business.now());
    return changed;
  },
});
