import { DISPUTE_RESOLUTIONS, DISPUTE_TEXT_MAXIMUM } from '@wattle/contract/disputes/dispute.ts';
import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { type Tx, toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { move } from '../../platform/state-table.domain.ts';
import {
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  effectOn,
  effectOnAccount,
  effectOnBook,
  inDollars,
  isNothing,
  messageOf,
  pageInput,
  pageOf,
  referenceNumber,
  refused,
  typedDollars,
} from '../desk/public.ts';
import { DISPUTE, type DisputeEvent } from './dispute.states.domain.ts';
import {
  addMessage,
  type DisputeRow,
  findDispute,
  listFiles,
  listMessages,
  listUnended,
  lockDispute,
  readFileOf,
  saveDisputeState,
} from './dispute.store.ts';
import { foreignFeeBack } from './foreign-fee-back.ts';
import { disputeOutcome } from './dispute-outcome.kind.ts';
import { outstandingCredit, unrefunded } from './outstanding-credit.ts';
import { notifyDispute } from './notify-dispute.ts';

const object = ({ reference: named }: DisputeRow) => `dispute:${named}`;

const row = (dispute: DisputeRow) => ({
  dispute: dispute.reference,
  state: dispute.state,
  reason: dispute.reason,
  amount: toDollars(dispute.amount).toFixed(2),
  refunded: toDollars(dispute.refunded).toFixed(2),
  provisional: toDollars(outstandingCredit(dispute)).toFixed(2),
  openedAt: toInstant(dispute.opened_at),
  answerBy: dispute.answer_by,
  resolution: dispute.resolution,
});
const SHOWN = {
  dispute: z.string(),
  state: z.string(),
  reason: z.string(),
  amount: z.string(),
  refunded: z.string(),
  provisional: z.string(),
  openedAt: z.string(),
  answerBy: z.string(),
  resolution: z.string().nullable(),
};

/** Lists open disputes, those with the earliest deadline first. */
export const disputesCommand = deskCommand({
  name: 'disputes',
  title: 'Open disputes',
  summary: 'List open disputes, those that must be answered soonest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({ ...SHOWN, person: z.string(), name: z.string() }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listUnended(tx, staff.tenantId, most));
    const rows = shown.map((one) => ({ ...row(one), person: `holder:${one.holder_id}`, name: one.person ?? '' }));
    return { ok: true, rows, hasMore };
  },
});

/** Shows one dispute with its statements and documents. */
export const disputeCommand = deskCommand({
  name: 'dispute',
  title: 'Show a dispute',
  summary: 'Show a dispute with its messages and files',
  permission: 'look',
  positional: 'dispute',
  input: z.object({ dispute: referenceNumber }),
  answer: z.object({
    what: z.string(),
    at: z.string(),
    words: z.string(),
    /** Id of a file, for `dispute-file`. */
    file: z.string(),
  }),
  async run({ tx, staff, input }: DeskCallInTransaction<{ dispute: string }>) {
    const dispute = await findDispute(tx, staff.tenantId, input.dispute);
    if (!dispute) return refused('not_found', { field: 'dispute' });
    const [messages, files] = [await listMessages(tx, dispute), await listFiles(tx, dispute)];
    const { state, amount, reason, answerBy, refunded, provisional, resolution } = row(dispute);
    const so = [
      `${reason}, ${amount}, answer by ${answerBy}`,
      ...(dispute.refunded > 0n ? [`refunded ${refunded}`] : []),
      ...(outstandingCredit(dispute) > 0n ? [`provisionally credited ${provisional}`] : []),
      ...(resolution === null ? [] : [`ended as ${resolution}`]),
    ].join(', ');
    return {
      ok: true,
      object: object(dispute),
      rows: [
        { what: state, at: toInstant(dispute.opened_at), words: so, file: '' },
        { what: 'cardholder', at: toInstant(dispute.opened_at), words: dispute.explanation, file: '' },
        ...messages.map(({ is_from_staff, words, at }) => ({
          what: is_from_staff ? 'desk' : 'cardholder',
          at: toInstant(at),
          words,
          file: '',
        })),
        ...files.map(({ id, name, type, size, at }) => ({
          what: 'file',
          at: toInstant(at),
          words: `${name}, ${type}, ${size} bytes`,
          file: id,
        })),
      ],
    };
  },
});

/** The bytes of a file, as base64. */
export const disputeFileCommand = deskCommand({
  name: 'dispute-file',
  title: 'Open a document of a dispute',
  summary: 'Print a file of a dispute in base64',
  permission: 'look',
  input: z.object({ dispute: referenceNumber, file: z.uuid() }),
  answer: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  async run({ tx, staff, input }: DeskCallInTransaction<{ dispute: string; file: string }>) {
    const dispute = await findDispute(tx, staff.tenantId, input.dispute);
    if (!dispute) return refused('not_found', { field: 'dispute' });
    const file = await readFileOf(tx, dispute, input.file);
    if (!file) return refused('not_found', { field: 'file' });
    const { name, type, body } = file;
    return { ok: true, object: object(dispute), rows: [{ name, type, content: body.toString('base64') }] };
  },
});

type Acting = { readonly ctx: AppContext; readonly tx: Tx; readonly staff: { readonly tenantId: number } };

/** An event of the staff, under the lock of the dispute and by its state table. */
async function act(
  { ctx, tx, staff }: Acting,
  named: string,
  event: Extract<DisputeEvent, 'askBack' | 'submit'>,
  words?: string,
): Promise<DeskOutcome> {
  const dispute = await lockDispute(tx, staff.tenantId, named);
  if (!dispute) return refused('not_found', { field: 'dispute' });
  const moved = move(DISPUTE, { state: dispute.state, event, by: 'staff' });
  if (moved.kind === 'refused') return refused(moved.error, { field: 'dispute', object: object(dispute) });
  const now = ctx.clocks.business.now();
  if (moved.kind === 'changed' && moved.to !== 'Resolved') await saveDisputeState(tx, dispute, moved.to, now);
  if (words !== undefined) await addMessage(tx, dispute, true, words, now);
  if (moved.kind === 'changed' || words !== undefined) await notifyDispute(tx, ctx, dispute, `${event}:${now}`);
  const state = moved.kind === 'changed' ? moved.to : dispute.state;
  return { ok: true, rows: [{ dispute: named, state }], object: object(dispute) };
}

const AFTER = z.object({ dispute: z.string(), state: z.string() });

export const askBackCommand = deskCommand({
  name: 'ask-back',
  title: 'Ask the cardholder about a dispute',
  summary: 'Ask the cardholder something about a dispute',
  permission: 'act',
  done: (row) => ({
    words: 'Your question went to the cardholder.',
    reference: row.dispute,
    next: 'The case waits for their answer.',
  }),
  input: z.object({ dispute: referenceNumber, words: messageOf(DISPUTE_TEXT_MAXIMUM) }),
  answer: AFTER,
  run: (call: DeskCallInTransaction<{ dispute: string; words: string }>) =>
    act(call, call.input.dispute, 'askBack', call.input.words),
});

export const submitDisputeCommand = deskCommand({
  name: 'submit-dispute',
  title: 'Note that the merchant was asked',
  summary: 'Note that the merchant was asked, through the scheme',
  permission: 'act',
  done: (row) => ({
    words: 'It is noted that the merchant was asked.',
    reference: row.dispute,
    next: 'The cardholder is told.',
  }),
  positional: 'dispute',
  input: z.object({ dispute: referenceNumber }),
  answer: AFTER,
  run: (call: DeskCallInTransaction<{ dispute: string }>) => act(call, call.input.dispute, 'submit'),
});

const PAYS: ReadonlySet<string> = new Set(['chargeback', 'part', 'writeOff']);

const resolving = z.object({
  dispute: referenceNumber,
  resolution: z.enum(DISPUTE_RESOLUTIONS),
  /** Dollars that are credited; for a chargeback and a write-off all that is disputed unless given. */
  amount: typedDollars.optional(),
});
type Resolving = z.output<typeof resolving>;

/** Credited amount; undefined if the amount and the resolution do not go together. */
function creditOf({ resolution, amount }: Resolving, dispute: DisputeRow): bigint | undefined {
  if (!PAYS.has(resolution)) return amount === undefined ? 0n : undefined;
  const most = unrefunded(dispute);
  if (resolution === 'part') return amount !== undefined && amount < most ? amount : undefined;
  return amount === undefined || amount === most ? most : undefined;
}

/** Ends a dispute and brings the money back, when a second person approves it. */
export const resolveDisputeCommand = deskCommand({
  name: 'resolve-dispute',
  title: 'Close a dispute',
  summary: `End a dispute: ${DISPUTE_RESOLUTIONS.join(', ')}; a part names its amount in dollars`,
  permission: 'act',
  done: (row) => ({
    words: isNothing(row.credited)
      ? `Dispute ${row.dispute} is closed.`
      : `Dispute ${row.dispute} is closed, and ${inDollars(row.credited)} is credited.`,
    reference: row.receipt,
    next: 'The cardholder is told.',
  }),
  input: resolving,
  answer: z.object({ dispute: z.string(), resolution: z.string(), credited: z.string(), receipt: z.string() }),
  async check({ tx, staff, input }: DeskCallInTransaction<Resolving>) {
    const dispute = await findDispute(tx, staff.tenantId, input.dispute);
    if (!dispute) return refused('not_found', { field: 'dispute' });
    const moved = move(DISPUTE, { state: dispute.state, event: 'resolve', by: 'staff' });
    if (moved.kind === 'refused') return refused(moved.error, { field: 'dispute', object: object(dispute) });
    if (creditOf(input, dispute) === undefined) return refused('input_invalid', { field: 'amount' });
    return { ok: true, rows: [], object: object(dispute) };
  },
  async effect(call) {
    const { tx, staff, input } = call;
    const dispute = await findDispute(tx, staff.tenantId, input.dispute);
    const amount = dispute && creditOf(input, dispute);
    if (!dispute || amount === undefined || dispute.ended_at !== null) return [];
    const provisional = outstandingCredit(dispute);
    const fee = amount > 0n ? await foreignFeeBack(tx, dispute, amount) : 0n;
    const isOwn = input.resolution === 'writeOff';
    const income = provisional - fee - (isOwn ? amount : 0n);
    return [
      becomes(`Dispute ${dispute.reference}`, dispute.state, `Resolved: ${input.resolution}`),
      ...(dispute.submitted_at === null ? [becomes('Merchant asked through the scheme', 'never', 'never')] : []),
      ...(provisional === 0n ? [] : [effectOn('Credited until it is decided', provisional, -provisional)]),
      ...(fee === 0n ? [] : [effectOn('Foreign fee to give back', fee, -fee)]),
      ...(await effectOnAccount(call, { id: dispute.member_account_id }, amount + fee - provisional)),
      ...(isOwn || amount === 0n ? [] : [await effectOnBook(call, 'schemeSettlement', -amount)]),
      ...(income === 0n ? [] : [await effectOnBook(call, 'fees', income)]),
    ];
  },
  async runAlone({ ctx, staff, input, key, requestId }) {
    const { tenantId } = staff;
    const dispute = await ctx.database.read(tenantId, (tx) => findDispute(tx, tenantId, input.dispute));
    const amount = dispute && creditOf(input, dispute);
    if (!dispute || amount === undefined) return refused('not_found', { field: 'dispute' });
    const ended = await ctx.payments.submit({
      tenantId,
      kind: disputeOutcome,
      key,
      actor: 'desk',
      requestId,
      input: { reference: input.dispute, resolution: input.resolution, amount },
    });
    if (!ended.ok) return ended;
    const credited = toDollars(amount).toFixed(2);
    return {
      ok: true,
      rows: [{ dispute: input.dispute, resolution: input.resolution, credited, receipt: ended.value.receipt }],
    };
  },
});
