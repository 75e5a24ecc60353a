import {
  type Heard,
  type SandboxCommand,
  type SandboxEntry,
  type SandboxDesk,
  type SandboxProcessor,
  SandboxRefused,
  type Sending,
} from '../sandbox/sandbox.ts';
import { signWebhook, webhookKey } from '../../standard-webhooks.ts';
import {
  askObject,
  eventObject,
  merchantObject,
  type SandboxAmounts,
  type SandboxShop,
  terminalObject,
  transactionObject,
} from './sandbox-objects.ts';

type Event = {
  readonly token: string;
  readonly type: string;
  readonly amount: number;
  readonly result: string;
  readonly details: readonly string[];
  readonly polarity: 'CREDIT' | 'DEBIT';
  readonly created: string;
};

/** A purchase as Lithic knows it. */
export type LithicPurchase = {
  readonly card: string;
  readonly created: string;
  readonly amounts: SandboxAmounts;
  readonly shop: SandboxShop | null;
  readonly entry: Entry;
  readonly takesPart: boolean;
  readonly wallet: string | null;
  readonly status: 'DECLINED' | 'EXPIRED' | 'PENDING' | 'SETTLED' | 'VOIDED';
  readonly held: number;
  readonly settled: number;
  readonly events: readonly Event[];
};

type Entry = {
  readonly pan: string;
  readonly card: string;
  readonly cardholder: string;
};
const PRESENT = { card: 'PRESENT', cardholder: 'PRESENT' } as const;
const ABSENT = { card: 'NOT_PRESENT', cardholder: 'NOT_PRESENT' } as const;
const ENTRIES: Readonly<Record<SandboxEntry, Entry>> = {
  tap: { pan: 'CONTACTLESS', ...PRESENT },
  chip: { pan: 'ICC', ...PRESENT },
  online: { pan: 'ECOMMERCE', ...ABSENT },
  mail: { pan: 'KEY_ENTERED', ...ABSENT, cardholder: 'MAIL_ORDER' },
  phone: { pan: 'KEY_ENTERED', ...ABSENT, cardholder: 'TELEPHONE_ORDER' },
  stored: { pan: 'CREDENTIAL_ON_FILE', ...ABSENT },
  recurring: { pan: 'CREDENTIAL_ON_FILE', ...ABSENT, cardholder: 'REOCCURRING' },
};

type Desk = SandboxDesk<LithicPurchase>;
type Change = Partial<Pick<LithicPurchase, 'status' | 'held' | 'settled'>>;

const instantOf = ({ nowMs }: Desk) => new Date(nowMs).toISOString();

/** Lithic as its Auth Stream Access and events behave, its traps too. */
export const lithicSandbox: SandboxProcessor<LithicPurchase> = {
  kind: 'lithic',
  ask(desk, command) {
    if (command.alone !== undefined) return undefined;
    if (command.act === 'authorise' || command.act === 'balance') {
      const id = desk.next('transaction');
      const purchase = newPurchase(desk, command.act === 'balance' ? { ...command, amount: 0 } : command);
      desk.save(id, purchase);
      return question(
        desk,
        id,
        purchase,
        purchase.amounts,
        command.act === 'balance' ? 'BALANCE_INQUIRY' : 'AUTHORIZATION',
      );
    }
    if (command.act !== 'increment') return undefined;
    const [id, purchase] = desk.find(command);
    const { amount = 1845, total } = command;
    const asked = { ...command, amount: total ? purchase.held + amount : amount };
    return question(desk, id, purchase, amountsOf(asked, purchase.amounts.currency), 'AUTHORIZATION');
  },
  hear(status, body): Heard {
    const answer = readAnswer(body);
    if (status !== 200 || !answer) return { heard: 'declined', word: 'MALFORMED_ASA_RESPONSE' };
    if (answer.result !== 'APPROVED') return { heard: 'declined', word: RESULTS[answer.result] ?? 'CUSTOM_ASA_RESULT' };
    return { heard: 'approved', amount: answer.approved_amount };
  },
  tell: (desk, command, heard) => tellOf[command.act](desk, command, heard),
  sign(secret, { id, body }, atMs) {
    const key = webhookKey(secret);
    if (!key) throw new SandboxRefused('The secret is not base64 of 24 to 64 bytes.');
    return { 'content-type': 'application/json', ...signWebhook(key, id, atMs, body) };
  },
  belief({ status, held, settled, events }) {
    return `${status}, ${events.at(-1)?.type ?? 'no event'} ${events.at(-1)?.result ?? ''}, holds ${held}, settled ${settled}`;
  },
};

/** Details of a decline by our word. */
const RESULTS: Readonly<Record<string, string>> = {
  CARD_PAUSED: 'CARD_PAUSED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  SUSPECTED_FRAUD: 'SUSPECTED_FRAUD',
  UNAUTHORIZED_MERCHANT: 'UNAUTHORIZED_MERCHANT',
  VELOCITY_EXCEEDED: 'CARD_SPEND_LIMIT_EXCEEDED',
};

function readAnswer(body: string): { result: string; approved_amount?: number } | undefined {
  try {
    const read = JSON.parse(body) as { result?: unknown; approved_amount?: unknown };
    if (typeof read.result !== 'string') return undefined;
    const amount = read.approved_amount;
    return { result: read.result, ...(typeof amount === 'number' && { approved_amount: amount }) };
  } catch {
    return undefined;
  }
}

function amountsOf({ amount = 1845, shop, otherCurrency }: SandboxCommand, currency?: string): SandboxAmounts {
  const billed = currency ?? (otherCurrency ? 'USD' : 'AUD');
  return {
    amount,
    currency: billed,
    merchant_amount: shop?.amount ?? amount,
    merchant_currency: shop?.currency ?? billed,
    conversion_rate: shop?.rate ?? '1.000000',
  };
}

function newPurchase(desk: Desk, command: SandboxCommand): LithicPurchase {
  const { nullMerchant, wallet, entry = 'tap', country = 'AUS', mcc = '5814', merchant = 'HARBOUR BAKERY' } = command;
  return {
    card: command.card,
    created: instantOf(desk),
    amounts: amountsOf(command),
    shop: nullMerchant ? null : { descriptor: merchant, city: 'HOBART', country, mcc, acceptor_id: '552210009000017' },
    entry: { ...ENTRIES[entry], ...(command.unknownEnum && { pan: 'A_NEW_ENTRY' }) },
    takesPart: command.noPart !== true,
    wallet: wallet ? `${wallet.toUpperCase()}_PAY` : null,
    status: 'PENDING',
    held: 0,
    settled: 0,
    events: [],
  };
}

function circumstances({ shop, entry, wallet, takesPart }: LithicPurchase) {
  return {
    merchant: shop && merchantObject(shop),
    pos: {
      entry_mode: { ...entry, pin_entered: false },
      terminal: terminalObject({
        type: 'POS_TERMINAL',
        pin_capability: 'CAPABLE',
        partial_approval_capable: takesPart,
      }),
    },
    token_info: wallet === null ? null : { wallet_type: wallet },
    network: 'VISA',
    network_risk_score: 120,
  };
}

function question(desk: Desk, id: string, purchase: LithicPurchase, amounts: SandboxAmounts, status: string): Sending {
  const known = { token: id, created: instantOf(desk), amounts, hold: null };
  const body = askObject(known, {
    ...circumstances(purchase),
    status,
    card: {
      token: purchase.card,
      last_four: '0017',
      memo: '',
      spend_limit: 0,
      spend_limit_duration: 'TRANSACTION',
      state: 'OPEN',
      type: 'VIRTUAL',
    },
    cardholder_authentication: null,
    name_validation: null,
    transaction_initiator: purchase.entry.cardholder === 'REOCCURRING' ? 'MERCHANT' : 'CARDHOLDER',
  });
  return {
    path: 'asks',
    id: desk.next('msg'),
    name: 'card_authorization.approval_request',
    body: JSON.stringify(body),
  };
}

/** A whole transaction, as deliveries and the API have it. */
export function bodyOf(id: string, purchase: LithicPurchase) {
  return transactionObject(
    {
      token: id,
      card_token: purchase.card,
      created: purchase.created,
      updated: purchase.events.at(-1)?.created ?? purchase.created,
      amounts: purchase.amounts,
      hold: purchase.held,
      settled: purchase.settled,
      events: purchase.events.map((one) =>
        eventObject(
          {
            token: one.token,
            created: one.created,
            amounts: { ...purchase.amounts, amount: one.amount, merchant_amount: one.amount },
          },
          { type: one.type, result: one.result, detailed_results: one.details, effective_polarity: one.polarity },
        ),
      ),
    },
    {
      ...circumstances(purchase),
      status: purchase.status,
      result: purchase.events[0]?.result ?? 'APPROVED',
      cardholder_authentication: null,
    },
  );
}

/** Events that move money. */
const SETTLED: ReadonlySet<string> = new Set([
  'CLEARING',
  'CORRECTION_CREDIT',
  'CORRECTION_DEBIT',
  'RETURN',
  'RETURN_REVERSAL',
]);

type NewEvent = Pick<Event, 'type' | 'amount'> & Partial<Pick<Event, 'result' | 'details' | 'polarity'>>;

/** Adds an event to a transaction, and tells of the whole. */
function happened(desk: Desk, id: string, before: LithicPurchase, event: NewEvent, change: Change): Sending {
  const { result = 'APPROVED', details = [result], polarity = 'DEBIT', type, amount } = event;
  const created = instantOf(desk);
  const added = { token: desk.next('event'), type, amount, result, details, polarity, created };
  const purchase = { ...before, ...change, events: [...before.events, added] };
  desk.save(id, purchase);
  if (SETTLED.has(type)) {
    const { currency } = before.amounts;
    desk.settle({ id: added.token, of: id, as: 'purchase', cents: polarity === 'CREDIT' ? amount : -amount, currency });
  }
  const body = bodyOf(id, purchase);
  // Named after the newest event too: every delivery of a transaction is of one type.
  const name = `card_transaction.updated ${type.toLowerCase()}`;
  return { path: 'events', id: desk.next('msg'), name, body: JSON.stringify(body) };
}

function decided(desk: Desk, id: string, purchase: LithicPurchase, asked: number, heard: Heard): Sending {
  const type = 'AUTHORIZATION';
  if (heard.heard === 'approved') {
    const amount = heard.amount ?? asked;
    return happened(desk, id, purchase, { type, amount }, { held: purchase.held + amount });
  }
  // Lithic declines where no answer came in time, whatever a processor's setting elsewhere says.
  const detail = heard.heard === 'late' ? 'CUSTOMER_ASA_TIMEOUT' : heard.word;
  const change: Change = purchase.events.length === 0 ? { status: 'DECLINED' } : {};
  return happened(desk, id, purchase, { type, amount: asked, result: 'DECLINED', details: [detail] }, change);
}

/** Events about the money of a dispute that Lithic handles itself, by the words that Stripe has for them. */
const FUNDS: Readonly<Record<string, 'CREDIT' | 'DEBIT'>> = { funds_reinstated: 'CREDIT', funds_rescinded: 'DEBIT' };

function fundsOf(desk: Desk, purchase: string, amount: number, polarity: 'CREDIT' | 'DEBIT'): Sending {
  const created = instantOf(desk);
  const stage = polarity === 'CREDIT' ? 'CHARGEBACK' : 'REPRESENTMENT';
  const data = { type: 'FINANCIAL', stage, amount, polarity };
  const body = {
    event_type: 'dispute_transaction.updated',
    token: `managed_${purchase}`,
    created,
    updated: created,
    currency: 'AUD',
    disposition: null,
    status: 'OPEN',
    transaction_series: {
      type: 'DISPUTE',
      related_transaction_token: purchase,
      related_transaction_event_token: null,
    },
    events: [{ token: desk.next('event'), created, type: data.type, data }],
  };
  return { path: 'events', id: desk.next('msg'), name: body.event_type, body: JSON.stringify(body) };
}

type Tell = (desk: Desk, command: SandboxCommand, heard: Heard) => readonly Sending[];

const tellOf: Readonly<Record<SandboxCommand['act'], Tell>> = {
  authorise(desk, command, heard) {
    if (command.alone !== undefined) {
      const alone: Heard = { heard: 'declined', word: command.alone };
      const purchase = newPurchase(desk, command);
      return [decided(desk, desk.next('transaction'), purchase, purchase.amounts.amount, alone)];
    }
    const [id, purchase] = desk.find({ ...command, purchase: undefined });
    return [decided(desk, id, purchase, purchase.amounts.amount, heard)];
  },
  increment(desk, command, heard) {
    const [id, purchase] = desk.find(command);
    return [decided(desk, id, purchase, amountsOf(command).amount, heard)];
  },
  balance(desk, command) {
    const [id, purchase] = desk.find({ ...command, purchase: undefined });
    return [happened(desk, id, purchase, { type: 'BALANCE_INQUIRY', amount: 0 }, { status: 'SETTLED' })];
  },
  advice(desk, command) {
    const amount = command.amount ?? 1845;
    const event = { type: 'AUTHORIZATION_ADVICE', amount };
    if (command.purchase === undefined) {
      return [happened(desk, desk.next('transaction'), newPurchase(desk, command), event, { held: amount })];
    }
    const [id, purchase] = desk.find(command);
    return [happened(desk, id, purchase, event, { held: amount, status: 'PENDING' })];
  },
  reverse(desk, command) {
    const [id, purchase] = desk.find(command);
    const held = command.amount ?? 0;
    const event = { type: 'AUTHORIZATION_REVERSAL', amount: purchase.held - held, polarity: 'CREDIT' } as const;
    return [happened(desk, id, purchase, event, { held, ...(held === 0 && { status: 'VOIDED' }) })];
  },
  expire(desk, command) {
    const [id, purchase] = desk.find(command);
    const event = { type: 'AUTHORIZATION_EXPIRY', amount: purchase.held, polarity: 'CREDIT' } as const;
    return [happened(desk, id, purchase, event, { held: 0, status: 'EXPIRED' })];
  },
  clear(desk, command) {
    const [id, purchase] = desk.find(command);
    const amount = command.amount ?? purchase.held;
    const held = command.more ? Math.max(0, purchase.held - amount) : 0;
    const change: Change = { held, settled: purchase.settled + amount, status: command.more ? 'PENDING' : 'SETTLED' };
    return [happened(desk, id, purchase, { type: 'CLEARING', amount }, change)];
  },
  'force-clear'(desk, command) {
    const purchase = newPurchase(desk, command);
    const { amount } = purchase.amounts;
    const change: Change = { settled: amount, status: 'SETTLED' };
    return [happened(desk, desk.next('transaction'), purchase, { type: 'CLEARING', amount }, change)];
  },
  refund(desk, command) {
    if (command.unlinked) {
      const alone = newPurchase(desk, command);
      const event = { type: 'RETURN', amount: alone.amounts.amount, polarity: 'CREDIT' } as const;
      const change: Change = { settled: -alone.amounts.amount, status: 'SETTLED' };
      return [happened(desk, desk.next('transaction'), alone, event, change)];
    }
    const [id, purchase] = desk.find(command);
    const amount = command.amount ?? purchase.settled;
    const event = { type: 'RETURN', amount, polarity: 'CREDIT' } as const;
    return [happened(desk, id, purchase, event, { settled: purchase.settled - amount })];
  },
  'refund-back'(desk, command) {
    const [id, purchase] = desk.find(command);
    const returned = purchase.events.findLast(({ type }) => type === 'RETURN');
    if (!returned) throw new SandboxRefused('Only a refund can be reversed: refund first.');
    const event = { type: 'RETURN_REVERSAL', amount: returned.amount };
    return [happened(desk, id, purchase, event, { settled: purchase.settled + returned.amount })];
  },
  correct(desk, command) {
    const [id, purchase] = desk.find(command);
    const isCredit = command.state === 'credit';
    const event = {
      type: isCredit ? 'CORRECTION_CREDIT' : 'CORRECTION_DEBIT',
      amount: command.amount ?? 100,
      polarity: isCredit ? 'CREDIT' : 'DEBIT',
    } as const;
    return [happened(desk, id, purchase, event, {})];
  },
  dispute(desk, command) {
    const [id, purchase] = desk.find(command);
    const polarity = FUNDS[command.state ?? ''];
    if (polarity !== undefined) return [fundsOf(desk, id, command.amount ?? purchase.settled, polarity)];
    const body = {
      event_type: 'dispute.updated',
      token: `dispute_${id}`,
      amount: command.amount ?? purchase.settled,
      created: instantOf(desk),
      status: command.state ?? 'SUBMITTED',
      resolution_reason: null,
      transaction_token: id,
    };
    return [{ path: 'events', id: desk.next('msg'), name: 'dispute.updated', body: JSON.stringify(body) }];
  },
};
