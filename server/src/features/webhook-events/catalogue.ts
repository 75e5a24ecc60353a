import { entriesOf } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod';
import { COMPLAINT_OUTCOMES, COMPLAINT_STATES, COMPLAINT_SUBJECTS } from '@wattle/contract/complaints/complaint.ts';
import { CHANNELS, TRANSACTION_KINDS } from '@wattle/contract/transactions/transaction.ts';
import { type Mode, rulesOf } from '../../config/mode.ts';

const idOf = (kind: string) => z.string().regex(new RegExp(`^${kind}:[1-9]\\d*$`));
const uuidOf = (kind: string) => z.string().regex(new RegExp(`^${kind}:[\\da-f-]{36}$`));
const word = z.string().regex(/^[A-Za-z]{1,30}$/);
const day = z.iso.date();
/** Cents of Australian dollars. */
const cents = z.int();
const lastFour = z.string().regex(/^\d{4}$/);

const account = idOf('account');
const card = { account, state: word, last4: lastFour.nullable() };
const purchase = {
  card: idOf('card'),
  last4: lastFour.nullable(),
  account,
  state: z.enum(['approved', 'declined', 'reversed', 'expired', 'cleared']),
  /** Held now; of a decline, asked for. */
  amount: cents.min(0),
};
const posting = {
  account,
  /** Place of the row in the account: 1, 2, 3 … */
  row: z.int().min(1),
  kind: z.enum(TRANSACTION_KINDS),
  /** Signed: money out is negative. */
  amount: cents,
  card: idOf('card').nullable(),
  last4: lastFour.nullable(),
};
const payment = {
  /** Null: a deposit that is sent back, or one that verifies an account. */
  account: account.nullable(),
  method: word,
  amount: cents.min(1),
  state: z.enum(['Made', 'Sent', 'Settled', 'Returned']),
};
const dispute = {
  account,
  state: z.enum(['Open', 'NeedsInfo', 'Submitted', 'Resolved', 'Cancelled']),
  amount: cents.min(1),
  reason: word,
  resolution: word.nullable(),
  credited: cents.min(0).nullable(),
};
const complaint = {
  /** Null: made without a sign-in, or its person was erased. */
  person: idOf('holder').nullable(),
  state: z.enum(COMPLAINT_STATES),
  subject: z.enum(COMPLAINT_SUBJECTS),
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
  /** The last day for its answer. */
  answerBy: day,
};

/** Id that a payment gateway gave. */
const ofGateway = z.string().min(1).max(255);
const charge = {
  /** Null: it loaded no account, as a charge of an order. */
  account: account.nullable(),
  charge: ofGateway,
  /** Cents of the whole charge. */
  amount: cents.min(1),
};

const CARD_ID = 'card:49';
const CARD = { account: 'account:31', state: 'Active', last4: '0017' };
const PURCHASE_ID = 'authorisation:5f7c2a4e-7d0b-4b0e-9a51-0f6a7e2c9d13';
const PURCHASE = { card: CARD_ID, last4: '0017', account: 'account:31', state: 'approved', amount: 1845 };
const POSTING_ID = 'transaction:5f7c2a4e-7d0b-4b0e-9a51-0f6a7e2c9d13';
const POSTING = { account: 'account:31', row: 12, kind: 'purchase', amount: -1845, card: CARD_ID, last4: '0017' };
const PAYMENT = { account: 'account:31', method: 'bpay', amount: 12_050, state: 'Made' };
const DISPUTE_ID = 'dispute:0b9d6c1e-2f7a-4a6e-8f43-6c1b5d2e7a90';
const DISPUTE = {
  account: 'account:31',
  state: 'Open',
  amount: 1845,
  reason: 'notMine',
  resolution: null,
  credited: null,
};

const COMPLAINT_ID = 'complaint:7d1e4c8a-5b2f-4e6d-8a3c-9f0b1c2d3e4f';
const COMPLAINT = {
  person: 'holder:48',
  state: 'Received',
  subject: 'fee',
  outcome: null,
  answerBy: '2026-12-30',
};

const CHARGE_ID = 'cardPayment:2c8e5b1a-6d3f-4f0b-9b7e-3a1d8c4e6f52';
const CHARGE = { account: 'account:31', charge: 'ch_1QyA', amount: 5000 };

/** A type of event: when it comes, what `data` has beside `id`, `version` and `sequence`, and an example of both. */
type Entry = {
  readonly when: string;
  readonly id: z.ZodType<string>;
  readonly fields: z.ZodObject;
  readonly exampleId: string;
  readonly example: Readonly<Record<string, unknown>>;
};

const entry = (id: Entry['id'], exampleId: string, fields: z.ZodRawShape) => ({
  id,
  exampleId,
  fields,
  of: (when: string, example: Entry['example'], more: z.ZodRawShape = {}): Entry => ({
    when,
    id,
    exampleId,
    fields: z.strictObject({ ...fields, ...more }),
    example,
  }),
});

const cards = entry(idOf('card'), CARD_ID, card);
const purchases = entry(uuidOf('authorisation'), PURCHASE_ID, purchase);
const postings = entry(uuidOf('transaction'), POSTING_ID, posting);
const payments = entry(idOf('payment'), 'payment:902', payment);
const accounts = entry(idOf('account'), 'account:31', { state: z.enum(['open', 'closing', 'closed']) });
const disputes = entry(uuidOf('dispute'), DISPUTE_ID, dispute);
const complaints = entry(uuidOf('complaint'), COMPLAINT_ID, complaint);
const charges = entry(uuidOf('cardPayment'), CHARGE_ID, charge);
const people = entry(idOf('holder'), 'holder:48', {});

/** Every type of event that an endpoint can ask for. */
export const CATALOGUE = {
  'card.issued': cards.of(
    'A card was made, for a person or without one yet; `replaces` names the card before it.',
    { ...CARD, state: 'Ordered', replaces: null },
    { replaces: idOf('card').nullable() },
  ),
  'card.activated': cards.of(
    'A card that was ordered or not issued became active.',
    { ...CARD, before: 'Ordered' },
    { before: word },
  ),
  'card.state_changed': cards.of(
    'Any other change of the state: turned off or on, restricted, lost, stolen, expired, closed.',
    { ...CARD, state: 'ActiveOff', before: 'Active' },
    { before: word },
  ),
  'card.replaced': cards.of(
    'Another card took its place.',
    { ...CARD, state: 'Replaced', before: 'Active' },
    { before: word },
  ),
  'card.controls_changed': cards.of(
    'The holder turned a way to pay or a kind of shop off or on.',
    { ...CARD, blocked: ['online', 'gambling'] },
    { blocked: z.array(word) },
  ),
  'card.limit_changed': cards.of(
    'The daily spend limit changed; null is that of the product.',
    { ...CARD, limit: 50_000 },
    { limit: cents.min(1).nullable() },
  ),
  'card.pin_changed': cards.of('A PIN was set or changed.', CARD),
  'authorisation.approved': purchases.of(
    'A purchase was approved, and its amount is held.',
    { ...PURCHASE, reason: null, channel: 'contactless' },
    { reason: word.nullable(), channel: z.enum(CHANNELS) },
  ),
  'authorisation.declined': purchases.of(
    'A purchase was declined, here or before it was asked for here.',
    { ...PURCHASE, state: 'declined', reason: 'noFunds', channel: 'online' },
    { reason: word.nullable(), channel: z.enum(CHANNELS) },
  ),
  'authorisation.changed': purchases.of('Another amount is held for a purchase, as after a part was posted.', {
    ...PURCHASE,
    amount: 2045,
  }),
  'authorisation.cleared': purchases.of('A purchase was posted in full, and nothing is held for it.', {
    ...PURCHASE,
    state: 'cleared',
    amount: 0,
  }),
  'authorisation.reversed': purchases.of('A purchase was reversed before it was posted.', {
    ...PURCHASE,
    state: 'reversed',
    amount: 0,
  }),
  'authorisation.expired': purchases.of(
    'A purchase was not posted in time, and nothing is held. It still may be posted.',
    {
      ...PURCHASE,
      state: 'expired',
      amount: 0,
    },
  ),
  'transaction.posted': postings.of('A row was posted to an account, but for refunds and top-ups.', POSTING),
  'transaction.refunded': postings.of('A purchase was refunded.', { ...POSTING, kind: 'refund', amount: 1845 }),
  'topup.received': postings.of('Money was loaded: a deposit, a card, a voucher, a direct debit or the desk.', {
    ...POSTING,
    kind: 'topUp',
    amount: 5000,
    card: null,
    last4: null,
  }),
  'payment.created': payments.of('A payment to another bank or a biller left an account.', PAYMENT),
  'payment.sent': payments.of('The bank has the payment.', { ...PAYMENT, state: 'Sent' }),
  'payment.settled': payments.of('The bank carried the payment out.', { ...PAYMENT, state: 'Settled' }),
  'payment.returned': payments.of('The payment was returned, or was stopped before the bank had it.', {
    ...PAYMENT,
    state: 'Returned',
  }),
  'account.opened': accounts.of('An account was opened.', { state: 'open' }),
  'account.closing': accounts.of('Its owner asked that it be closed (`closing`), or took that back (`open`).', {
    state: 'closing',
  }),
  'account.closed': accounts.of('An account was closed.', { state: 'closed' }),
  'dispute.opened': disputes.of('A cardholder disputes a transaction.', DISPUTE),
  'dispute.needs_info': disputes.of('The cardholder was asked for more.', { ...DISPUTE, state: 'NeedsInfo' }),
  'dispute.answered': disputes.of('The cardholder answered.', DISPUTE),
  'dispute.submitted': disputes.of('The merchant was asked.', { ...DISPUTE, state: 'Submitted' }),
  'dispute.resolved': disputes.of('A dispute was decided.', {
    ...DISPUTE,
    state: 'Resolved',
    resolution: 'chargeback',
    credited: 1845,
  }),
  'dispute.reopened': disputes.of('A dispute that had ended was opened again.', DISPUTE),
  'dispute.withdrawn': disputes.of('The cardholder withdrew a dispute.', { ...DISPUTE, state: 'Cancelled' }),
  'complaint.opened': complaints.of('A person complains, or staff registered their complaint.', COMPLAINT),
  'complaint.acknowledged': complaints.of('The first reply was sent.', { ...COMPLAINT, state: 'Working' }),
  'complaint.answered': complaints.of('A complaint was answered.', {
    ...COMPLAINT,
    state: 'Answered',
    outcome: 'upheld',
  }),
  'complaint.reopened': complaints.of('A complaint that had ended or was answered was opened again.', {
    ...COMPLAINT,
    state: 'Working',
  }),
  'complaint.referred': complaints.of('AFCA decides a complaint.', { ...COMPLAINT, state: 'WithAfca' }),
  'complaint.closed': complaints.of('A complaint is settled.', { ...COMPLAINT, state: 'Closed' }),
  'complaint.withdrawn': complaints.of('Its person withdrew a complaint.', { ...COMPLAINT, state: 'Withdrawn' }),
  'charge.disputed': charges.of(
    'The bank of another card took the money of a charge at the payment gateway.',
    { ...CHARGE, dispute: 'dp_1QyB' },
    { dispute: ofGateway },
  ),
  'charge.dispute_won': charges.of(
    'The money of such a dispute came back.',
    { ...CHARGE, dispute: 'dp_1QyB' },
    { dispute: ofGateway },
  ),
  'charge.warned': charges.of(
    'The bank of another card warned of fraud; `kind` is the gateway’s word. No money moved.',
    { ...CHARGE, warning: 'issfr_1QyC', kind: 'unauthorized_use_of_card' },
    { warning: ofGateway, kind: z.string().min(1).max(60) },
  ),
  'person.created': people.of('A person was added.', {}),
  'person.contact_changed': people.of(
    'A person has another email address or mobile number. The event has neither.',
    { changed: ['email'] },
    { changed: z.array(z.enum(['email', 'mobile'])).min(1) },
  ),
  'person.look_ups_stopped': people.of(
    'A person looked up PayIDs as people do who collect names, and may look up none until the next day.',
    {},
  ),
  'person.erased': people.of('What was kept of a person was erased, but for the id.', {}),
  'statement.issued': entry(uuidOf('statement'), 'statement:9a4f0c52-3c1d-4f7e-b1a8-2d6e5c7b8f01', {}).of(
    'A statement was issued. Days are Melbourne’s.',
    { account: 'account:31', firstDay: '2026-10-01', lastDay: '2026-10-31' },
    { account, firstDay: day, lastDay: day },
  ),
  'endpoint.test': entry(idOf('endpoint'), 'endpoint:3', {}).of(
    'The desk asked for a test. It comes to that endpoint alone, whatever it asks for.',
    {},
  ),
} as const satisfies Readonly<Record<string, Entry>>;

export type EventType = keyof typeof CATALOGUE;

/** Version of the fields of every type. A field that is added does not change it. */
export const VERSION = 1;

/** The body of a delivery of a type, as it is sent. */
export function bodySchema(type: EventType) {
  const { id, fields } = CATALOGUE[type];
  return z.strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data: fields.extend({ id, version: z.literal(VERSION), sequence: z.int().min(1) }),
  });
}

export type KeptEvent = {
  readonly id: bigint;
  readonly type: string;
  readonly object: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly atMs: number;
};

/**
 * Exact bytes of a delivery: the same for each attempt and each repeat.
 *
 * @param mode of the instance; staging names itself, in what is signed
 */
export function bodyOf({ id, type, object, data, atMs }: KeptEvent, mode: Mode): string {
  return JSON.stringify({
    type,
    ...(rulesOf(mode).isRehearsal && { mode }),
    timestamp: new Date(atMs).toISOString(),
    data: { id: object, version: VERSION, sequence: Number(id), ...data },
  });
}

const EXAMPLE = { id: 1204n, atMs: Date.parse('2026-11-20T02:00:00Z') };

/** Body of an example of a type. */
export function exampleOf(type: EventType): string {
  const { exampleId, example } = CATALOGUE[type];
  return bodyOf({ ...EXAMPLE, type, object: exampleId, data: example }, 'production');
}

/** The catalogue as a table with an example each, for docs/integrate/webhooks.md. */
export function catalogueInWords(): string {
  const rows = entriesOf(CATALOGUE).map(
    ([type, { when, exampleId, example }]) =>
      `| \`${type}\` | ${when} | \`${JSON.stringify({ id: exampleId, ...example })}\` |`,
  );
  return ['| type | when | example of `data`, without `version` and `sequence` |', '|---|---|---|', ...rows].join('\n');
}
