import * as z from 'zod';
import { ASK_KINDS } from '../../outside/processors/port.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import { type DeskCallInTransaction, deskCommand, pageInput, pageOf, refused } from '../desk/public.ts';
import { checksOf } from '../network/public.ts';
import { findConnection } from './connection.store.ts';
import type { KeptAnswer } from './inbound.ts';
import { findStory, messageAgain, type Story } from './purchase-story.ts';
import { listLatest, type StoryMessage } from './purchase-story.store.ts';
import { connectionName, purchaseId } from './typed-names.ts';

const ASKS: ReadonlySet<string> = new Set(ASK_KINDS);
const NO_MESSAGES: ReadonlySet<string> = new Set(['ping', 'ignored', 'unreadable']);

const dollars = (cents: bigint | null | undefined) => (cents === null || cents === undefined ? '' : dollarsOf(cents));
const instant = (at: string | null) => (at === null ? '' : toInstant(at));
const saidOf = (isApproved: boolean | null) => (isApproved === null ? '' : isApproved ? 'approved' : 'declined');

export const processorPurchasesCommand = deskCommand({
  name: 'processor-purchases',
  title: 'Purchases at a card processor',
  summary:
    'Purchases of the newest messages of a connection, with our answer and what the processor told, the newest first',
  permission: 'look',
  positional: 'connection',
  input: z.object({ connection: connectionName, ...pageInput }),
  answer: z.object({
    purchase: z.string(),
    reference: z.string(),
    last: z.string(),
    shop: z.string(),
    amount: z.string(),
    /** Outcome of the first ask; empty: it was not asked about. */
    answered: z.string(),
    told: z.string(),
    differed: z.string(),
    messages: z.number(),
    /** Whether an event waits, or no result came. */
    waits: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input: given }) {
    const known = await findConnection(tx, tenantId, given.connection);
    if (!known) return refused('not_found', { field: 'connection' });
    const { shown, hasMore } = await pageOf(ctx, given, (most) => listLatest(tx, tenantId, known.id, most));
    const rows = shown.map((one) => ({
      purchase: one.of,
      reference: one.reference ?? '',
      last: toInstant(one.last_at),
      shop: one.merchant,
      amount: dollars(one.asked_amount ?? one.told_amount ?? one.amount),
      answered: one.ask_outcome ?? '',
      told: saidOf(one.is_approved),
      differed: one.differed ?? '',
      messages: one.messages,
      waits: one.is_case === true ? 'unconfirmed' : one.waits ? 'yes' : 'no',
    }));
    return { ok: true, rows, hasMore, object: `connection:${known.name}` };
  },
});

const named = z.object({
  connection: connectionName,
  purchase: purchaseId.describe('the id of a purchase at the processor, or our reference of it'),
});
type Call = DeskCallInTransaction<z.output<typeof named>>;

const objectOf = ({ purchase, connection }: Story) =>
  purchase ? `card:${purchase.card_id}` : `connection:${connection.name}`;

const firstAsk = ({ messages }: Story) => messages.find(({ kind }) => ASKS.has(kind));

/** The message that says most of the shop: the first ask, or where there was none the first event. */
async function shopMessage(call: Call, story: Story): Promise<PurchaseMessage | undefined> {
  const first = firstAsk(story) ?? story.messages.find(({ kind }) => !NO_MESSAGES.has(kind));
  return first && messageAgain(call, story.connection, first.key);
}

export const processorPurchaseCommand = deskCommand({
  name: 'processor-purchase',
  title: 'Show a purchase at a card processor',
  summary: 'Show a purchase of a card processor: who bought where, what was asked, and what is held of it',
  permission: 'look',
  input: named,
  answer: z.object({
    connection: z.string(),
    processor: z.string(),
    purchase: z.string(),
    reference: z.string(),
    person: z.string(),
    name: z.string(),
    account: z.string(),
    card: z.string(),
    ending: z.string(),
    shop: z.string(),
    city: z.string(),
    country: z.string(),
    mcc: z.string(),
    channel: z.string(),
    wallet: z.string(),
    /** Results of the processor's comparisons, as it sent them with the ask. */
    expiry: z.string(),
    pin: z.string(),
    cvv2: z.string(),
    threeDs: z.string(),
    liability: z.string(),
    risk: z.string(),
    cash: z.string(),
    amount: z.string(),
    /** State of the purchase in our books; empty: it is not in them. */
    state: z.string(),
    held: z.string(),
    heldUntil: z.string(),
    cleared: z.string(),
    /** The processor's result, who decided, and how it differed from our answer. */
    told: z.string(),
    toldAt: z.string(),
    toldAmount: z.string(),
    decidedBy: z.string(),
    differed: z.string(),
    theirReason: z.string(),
    /** When the processor is asked about it, as long as there is no result. */
    asksAgain: z.string(),
    unconfirmed: z.string(),
    unknownWords: z.string(),
  }),
  async run(call: Call) {
    const { tx, ctx, staff, input } = call;
    const story = await findStory({ ctx, tx, tenantId: staff.tenantId }, input);
    if (typeof story === 'string') return refused('not_found', { field: story });
    const { connection, of, purchase, results } = story;
    const message = await shopMessage(call, story);
    const [first] = results;
    const isHeld = purchase?.status === 'approved';
    const row = {
      connection: connection.name,
      processor: connection.kind,
      purchase: of,
      reference: first?.reference ?? '',
      person: purchase && purchase.holder_id !== null ? `holder:${purchase.holder_id}` : '',
      name: purchase?.person ?? '',
      account: purchase?.account_number ?? '',
      card: purchase ? `card:${purchase.card_id}` : '',
      ending: purchase?.last4 ?? '',
      shop: purchase?.merchant_name ?? message?.merchant.name ?? '',
      city: purchase?.merchant_city ?? message?.merchant.city ?? '',
      country: purchase?.merchant_country ?? message?.merchant.country ?? '',
      mcc: purchase?.mcc ?? message?.merchant.mcc ?? '',
      channel: purchase?.channel ?? message?.channel ?? '',
      wallet: purchase?.wallet ?? message?.wallet?.kind ?? '',
      expiry: message?.proofs?.expiry ?? '',
      pin: message?.proofs?.pin ?? '',
      cvv2: message?.proofs?.cvv2 ?? '',
      threeDs: message?.threeDs ?? purchase?.three_ds ?? '',
      liability: purchase?.liability ?? message?.liability ?? '',
      risk: String(purchase?.risk ?? message?.risk ?? ''),
      cash: dollars(purchase?.cash_amount),
      amount: dollars(first?.asked_amount ?? first?.told_amount ?? story.messages[0]?.amount),
      state: purchase?.status ?? '',
      held: isHeld ? dollars(purchase.current_amount) : '',
      heldUntil: isHeld ? instant(purchase.expires_at) : '',
      cleared: purchase && purchase.cleared_amount > 0n ? dollars(purchase.cleared_amount) : '',
      told: saidOf(first?.is_approved ?? null),
      toldAt: instant(first?.told_at ?? null),
      toldAmount: dollars(first?.told_amount),
      decidedBy: first?.decided_by ?? '',
      differed: first?.differed ?? '',
      theirReason: first?.reason ?? '',
      asksAgain: instant(first?.sweep_at ?? null),
      unconfirmed: results.some(({ is_case: isCase }) => isCase) ? 'yes' : 'no',
      unknownWords: (message?.unknown ?? []).map(({ field, word }) => maskWords(`${field} ${word}`)).join(', '),
    };
    return { ok: true, rows: [row], object: objectOf(story) };
  },
});

const declinedFor = ({ outcome, did }: StoryMessage) => (outcome === 'declined' ? (did ?? 'other') : undefined);

/** Outcomes that follow from checks. Silence and a refused message had none that ended. */
const BY_CHECKS: ReadonlySet<string | null> = new Set(['approved', 'declined']);

export const processorChecksCommand = deskCommand({
  name: 'processor-checks',
  title: 'Checks of a purchase',
  summary: 'Show the checks of each ask about a purchase in their order, up to the one that declined it',
  permission: 'look',
  input: named,
  answer: z.object({
    /** 1: the first ask of the purchase. */
    ask: z.number(),
    check: z.string(),
    result: z.string(),
    /** Reason of the decline, for the failed one. */
    reason: z.string(),
  }),
  async run({ ctx, tx, staff, input }: Call) {
    const story = await findStory({ ctx, tx, tenantId: staff.tenantId }, input);
    if (typeof story === 'string') return refused('not_found', { field: story });
    const rows = story.messages
      .filter(({ kind }) => ASKS.has(kind))
      .flatMap((message, place) => {
        if (!BY_CHECKS.has(message.outcome)) return [];
        const reason = declinedFor(message);
        return checksOf(message.kind, reason).map(({ check, result }) => ({
          ask: place + 1,
          check,
          result,
          reason: result === 'failed' ? (reason ?? '') : '',
        }));
      });
    return { ok: true, rows, object: objectOf(story) };
  },
});

/** Status and body of an answer. Parts that were kept out, because they look like a card number, are shown as `…`. */
function answerText({ status, body }: KeptAnswer): string {
  const text = typeof body === 'string' ? body : body.map((parts) => parts.join('…')).join('…');
  return maskWords(text === '' ? String(status) : `${status} ${text}`);
}

export const processorMessagesCommand = deskCommand({
  name: 'processor-messages',
  title: 'Messages about a purchase',
  summary: 'Show what a card processor asked and told of a purchase, what we answered and did, and what waits',
  permission: 'look',
  input: named,
  answer: z.object({
    /** `asked` or `told`. */
    side: z.string(),
    kind: z.string(),
    at: z.string(),
    /** By the processor's clock. */
    happened: z.string(),
    amount: z.string(),
    outcome: z.string(),
    did: z.string(),
    usedMs: z.string(),
    /** Status and body of our answer. */
    reply: z.string(),
    waitsFor: z.string(),
    tries: z.number(),
    next: z.string(),
  }),
  async run({ ctx, tx, staff, input }: Call) {
    const story = await findStory({ ctx, tx, tenantId: staff.tenantId }, input);
    if (typeof story === 'string') return refused('not_found', { field: story });
    const rows = story.messages.map((one) => ({
      side: ASKS.has(one.kind) ? 'asked' : 'told',
      kind: one.kind,
      at: toInstant(one.at),
      happened: instant(one.happened_at),
      amount: dollars(one.amount),
      outcome: one.outcome ?? '',
      did: one.did ?? '',
      usedMs: one.ms_used === null ? '' : String(one.ms_used),
      reply: one.answer === null ? '' : answerText(one.answer),
      waitsFor: one.why ?? '',
      tries: one.tries ?? 0,
      next: instant(one.next_at),
    }));
    return { ok: true, rows, object: objectOf(story) };
  },
});
