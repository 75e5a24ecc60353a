import {
  type Heard,
  type SandboxCommand,
  type SandboxEntry,
  type SandboxDesk,
  type SandboxProcessor,
  SandboxRefused,
  type Sending,
} from '../sandbox/sandbox.ts';
import {
  authorizationObject,
  cardObject,
  disputeObject,
  eventObject,
  merchantData,
  pendingRequest,
  requestEntry,
  type SandboxAuthorization,
  type SandboxRequest,
  transactionObject,
} from './sandbox-objects.ts';
import { signStripe } from '../../stripe-signature.ts';

/** Version of the endpoint that the sandbox sends to. */
export const SANDBOX_VERSION = '2026-10-28.endive';

type Request = SandboxRequest & { readonly approved: boolean; readonly reason: string; readonly created: number };
type Capture = { readonly id: string; readonly amount: number; readonly created: number };

/** A purchase as Stripe knows it. `held` may differ from what was approved. */
export type StripePurchase = Pick<
  SandboxAuthorization,
  'status' | 'authorization_method' | 'card_presence' | 'wallet' | 'merchant_data' | 'currency' | 'cvc_check'
> & {
  readonly card: string;
  readonly takesPart: boolean;
  readonly created: number;
  readonly held: number;
  readonly requests: readonly Request[];
  readonly captures: readonly Capture[];
};

type Desk = SandboxDesk<StripePurchase>;

/** A shop that has kept a card sends no CVV2. Whether it is one of a series is not said. */
const ENTRIES = {
  tap: { authorization_method: 'contactless', card_presence: 'present', cvc_check: 'not_provided' },
  chip: { authorization_method: 'chip', card_presence: 'present', cvc_check: 'not_provided' },
  online: { authorization_method: 'online', card_presence: 'not_present', cvc_check: 'match' },
  mail: { authorization_method: 'keyed_in', card_presence: 'not_present', cvc_check: 'match' },
  phone: { authorization_method: 'keyed_in', card_presence: 'not_present', cvc_check: 'match' },
  stored: { authorization_method: 'online', card_presence: 'not_present', cvc_check: 'not_provided' },
  recurring: { authorization_method: 'online', card_presence: 'not_present', cvc_check: 'not_provided' },
} as const satisfies Readonly<Record<SandboxEntry, object>>;
const REASONS = { us: ['webhook_declined', 'webhook_approved'], timeout: 'webhook_timeout' } as const;
const DISPUTE_EVENTS: Readonly<Record<string, string>> = {
  unsubmitted: 'issuing_dispute.created',
  submitted: 'issuing_dispute.submitted',
  won: 'issuing_dispute.closed',
  lost: 'issuing_dispute.closed',
  expired: 'issuing_dispute.closed',
  funds_reinstated: 'issuing_dispute.funds_reinstated',
  funds_rescinded: 'issuing_dispute.funds_rescinded',
};

/** States of a dispute that move money: to the programme, and back. */
const FUNDS: Readonly<Record<string, 1 | -1>> = { funds_reinstated: 1, funds_rescinded: -1 };

const secondsOf = ({ nowMs }: Desk) => Math.floor(nowMs / 1000);

/** Stripe as its real-time authorisations and events behave, its traps too. */
export const stripeSandbox: SandboxProcessor<StripePurchase> = {
  kind: 'stripe',
  ask(desk, command) {
    if (command.alone !== undefined) return undefined;
    if (command.act === 'authorise') {
      const [id, purchase] = newPurchase(desk, command);
      desk.save(id, purchase);
      return request(desk, id, purchase, requestOf(command));
    }
    if (command.act === 'increment') {
      const [id, purchase] = desk.find(command);
      return request(desk, id, purchase, requestOf(command, purchase.currency));
    }
    return undefined;
  },
  hear(status, body): Heard {
    const answer = readAnswer(body);
    if (status !== 200 || !answer) return { heard: 'declined', word: 'webhook_error' };
    const { approved, amount } = answer;
    return approved ? { heard: 'approved', amount } : { heard: 'declined', word: REASONS.us[0] };
  },
  tell: (desk, command, heard) => tellOf[command.act](desk, command, heard),
  sign: (secret, { body }, atMs) => ({
    'content-type': 'application/json',
    'stripe-signature': signStripe(secret, atMs, body),
  }),
  belief: ({ status, held, requests, captures }) => {
    const last = requests.at(-1);
    const taken = captures.reduce((sum, { amount }) => sum + amount, 0);
    return `${status}, ${last?.approved ? 'approved' : 'declined'} (${last?.reason ?? 'none'}), holds ${held}, captured ${taken}`;
  },
};

function readAnswer(body: string): { approved: boolean; amount?: number } | undefined {
  try {
    const read = JSON.parse(body) as { approved?: unknown; amount?: unknown };
    if (typeof read.approved !== 'boolean') return undefined;
    return { approved: read.approved, ...(typeof read.amount === 'number' && { amount: read.amount }) };
  } catch {
    return undefined;
  }
}

function requestOf({ amount = 1845, shop, otherCurrency }: SandboxCommand, currency?: string): SandboxRequest {
  const billed = currency ?? (otherCurrency ? 'usd' : 'aud');
  return {
    amount,
    currency: billed,
    merchant_amount: shop?.amount ?? amount,
    merchant_currency: shop?.currency.toLowerCase() ?? billed,
  };
}

function newPurchase(desk: Desk, command: SandboxCommand): readonly [id: string, purchase: StripePurchase] {
  const { nullMerchant, wallet, entry = 'tap', country = 'AU', mcc = '5814', merchant = 'HARBOUR BAKERY' } = command;
  const words = nullMerchant ? { name: null, city: null, country: null } : { name: merchant, city: 'HOBART', country };
  return [
    desk.next('iauth'),
    {
      card: command.card,
      created: secondsOf(desk),
      status: 'pending',
      ...ENTRIES[entry],
      ...(command.unknownEnum && { authorization_method: 'a_new_method' }),
      takesPart: command.noPart !== true,
      wallet: wallet ? `${wallet}_pay` : null,
      merchant_data: merchantData({ ...words, category_code: mcc, network_id: '552210009000017' }),
      currency: command.otherCurrency ? 'usd' : 'aud',
      held: 0,
      requests: [],
      captures: [],
    },
  ];
}

/** An authorisation, as deliveries and the API have it. */
export function authorizationOf(id: string, purchase: StripePurchase, pending: SandboxRequest | null = null) {
  const { held, requests, captures, card, takesPart, ...sent } = purchase;
  const approved = requests.some((one) => one.approved);
  return authorizationObject({
    ...sent,
    id,
    card: cardObject({
      id: card,
      last4: '0017',
      exp_month: 7,
      exp_year: 2029,
      status: 'active',
      type: 'physical',
      created: sent.created,
    }),
    amount: approved ? held : (requests.at(-1)?.amount ?? 0),
    merchant_amount: approved ? held : (requests.at(-1)?.merchant_amount ?? 0),
    merchant_currency: requests.at(-1)?.merchant_currency ?? pending?.merchant_currency ?? sent.currency,
    approved,
    token: sent.wallet === null ? null : `itok_${id}`,
    pending_request: pending && pendingRequest(pending, takesPart),
    request_history: requests.map(({ approved: isApproved, reason, created, ...part }) =>
      requestEntry(part, { approved: isApproved, reason, created }),
    ),
    transactions: captures.map((one) => capture(id, purchase, one)),
    metadata: {},
    expiry_check: 'match',
    three_d_secure: null,
  });
}

function capture(id: string | null, purchase: StripePurchase, { id: own, amount, created }: Capture) {
  const [asked] = purchase.requests;
  return transactionObject({
    id: own,
    amount: -amount,
    authorization: id,
    card: purchase.card,
    created,
    currency: purchase.currency,
    merchant_amount: asked ? -Math.round((amount * asked.merchant_amount) / (asked.amount || 1)) : -amount,
    merchant_currency: asked?.merchant_currency ?? purchase.currency,
    merchant_data: purchase.merchant_data,
    type: 'capture',
    wallet: purchase.wallet,
  });
}

/** An event, as it is delivered. */
export function eventOf(desk: Desk, type: string, object: object): Sending {
  const id = desk.next('evt');
  const event = eventObject({ id, type, created: secondsOf(desk), api_version: SANDBOX_VERSION, object });
  const path = type === 'issuing_authorization.request' ? 'asks' : 'events';
  return { path, id, name: type, body: JSON.stringify(event) };
}

function request(desk: Desk, id: string, purchase: StripePurchase, pending: SandboxRequest): Sending {
  return eventOf(desk, 'issuing_authorization.request', authorizationOf(id, purchase, pending));
}

function changed(desk: Desk, id: string, purchase: StripePurchase, what: 'created' | 'updated'): Sending {
  desk.save(id, purchase);
  return eventOf(desk, `issuing_authorization.${what}`, authorizationOf(id, purchase));
}

/** A purchase with one request more, as it was decided. */
function decided(desk: Desk, purchase: StripePurchase, part: SandboxRequest, heard: Heard): StripePurchase {
  const approved = heard.heard === 'approved' || (heard.heard === 'late' && heard.approves);
  const reason = heard.heard === 'late' ? REASONS.timeout : heard.heard === 'declined' ? heard.word : REASONS.us[1];
  const added = heard.heard === 'approved' ? (heard.amount ?? part.amount) : part.amount;
  const requests = [...purchase.requests, { ...part, approved, reason, created: secondsOf(desk) }];
  const isClosed = !requests.some((one) => one.approved);
  return {
    ...purchase,
    requests,
    held: purchase.held + (approved ? added : 0),
    status: isClosed ? 'closed' : purchase.status,
  };
}

type Tell = (desk: Desk, command: SandboxCommand, heard: Heard) => readonly Sending[];

const notAtStripe: Tell = (_desk, { act }) => {
  throw new SandboxRefused(`Stripe documents no ${act}.`);
};

const tellOf: Readonly<Record<SandboxCommand['act'], Tell>> = {
  authorise(desk, command, heard) {
    if (command.alone !== undefined) {
      const [id, purchase] = newPurchase(desk, command);
      const alone: Heard = { heard: 'declined', word: command.alone };
      return [changed(desk, id, decided(desk, purchase, requestOf(command), alone), 'created')];
    }
    const [id, purchase] = desk.find({ ...command, purchase: undefined });
    return [changed(desk, id, decided(desk, purchase, requestOf(command), heard), 'created')];
  },
  increment(desk, command, heard) {
    const [id, purchase] = desk.find(command);
    const part = requestOf(command, purchase.currency);
    return [changed(desk, id, decided(desk, purchase, part, heard), 'updated')];
  },
  balance: notAtStripe,
  advice(desk, command) {
    const [id, purchase] = newPurchase(desk, command);
    const part = requestOf(command);
    const entry = { ...part, approved: true, reason: 'network_fallback', created: secondsOf(desk) };
    return [changed(desk, id, { ...purchase, held: part.amount, requests: [entry] }, 'created')];
  },
  reverse(desk, command) {
    const [id, purchase] = desk.find(command);
    const held = command.amount ?? 0;
    return [changed(desk, id, { ...purchase, held, status: held === 0 ? 'reversed' : purchase.status }, 'updated')];
  },
  expire(desk, command) {
    const [id, purchase] = desk.find(command);
    return [changed(desk, id, { ...purchase, held: 0, status: 'expired' }, 'updated')];
  },
  clear(desk, command) {
    const [id, purchase] = desk.find(command);
    const amount = command.amount ?? purchase.held;
    const taken = { id: desk.next('ipi'), amount, created: secondsOf(desk) };
    const held = command.more ? Math.max(0, purchase.held - amount) : 0;
    const status = command.more ? purchase.status : 'closed';
    const next = { ...purchase, held, status, captures: [...purchase.captures, taken] };
    desk.settle({ id: taken.id, of: id, as: 'purchase', cents: -amount, currency: purchase.currency });
    return [
      eventOf(desk, 'issuing_transaction.created', capture(id, purchase, taken)),
      changed(desk, id, next, 'updated'),
    ];
  },
  'force-clear'(desk, command) {
    const [id, purchase] = newPurchase(desk, command);
    const taken = { id: desk.next('ipi'), amount: command.amount ?? 1845, created: secondsOf(desk) };
    desk.settle({ id: taken.id, of: id, as: 'purchase', cents: -taken.amount, currency: purchase.currency });
    return [eventOf(desk, 'issuing_transaction.created', capture(null, purchase, taken))];
  },
  refund: (desk, command) => [refund(desk, command, 1)],
  'refund-back': (desk, command) => [refund(desk, command, -1)],
  correct: notAtStripe,
  dispute(desk, command) {
    const [, purchase] = desk.find(command);
    const taken = purchase.captures.at(-1);
    if (!taken) throw new SandboxRefused('Only what was cleared can be disputed: clear it first.');
    const state = command.state ?? 'submitted';
    const type = DISPUTE_EVENTS[state];
    if (type === undefined)
      throw new SandboxRefused(`A dispute of Stripe is one of ${Object.keys(DISPUTE_EVENTS).join(', ')}.`);
    const id = `idp_${taken.id}`;
    const sign = FUNDS[state];
    if (sign !== undefined) {
      const { currency } = purchase;
      desk.settle({ id: desk.next('idpf'), of: id, as: 'dispute', cents: sign * taken.amount, currency });
    }
    const object = disputeObject({
      id,
      amount: taken.amount,
      created: secondsOf(desk),
      currency: purchase.currency,
      status: state.startsWith('funds_') ? 'submitted' : state,
      transaction: taken.id,
    });
    return [eventOf(desk, type, object)];
  },
};

function refund(desk: Desk, command: SandboxCommand, sign: 1 | -1): Sending {
  const [id, purchase] = command.unlinked ? newPurchase(desk, command) : desk.find(command);
  const amount = command.amount ?? purchase.captures.at(-1)?.amount ?? purchase.held;
  const taken = { id: desk.next('ipi'), amount, created: secondsOf(desk) };
  const sent = capture(command.unlinked ? null : id, purchase, taken);
  desk.settle({ id: taken.id, of: id, as: 'purchase', cents: sign * amount, currency: purchase.currency });
  const object = {
    ...sent,
    // A link may lead to a purchase by another card.
    card: command.card,
    type: 'refund',
    amount: sign * amount,
    merchant_amount: -sign * sent.merchant_amount,
  };
  return eventOf(desk, 'issuing_transaction.created', object);
}
