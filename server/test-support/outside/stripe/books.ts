import type { Clock } from '../../../src/platform/time/clock.ts';
import { textAt } from './forms.ts';
import { cardOf, like, type Made, STRIPE_CARDS, type StripeCard } from './objects.ts';
import { type StripeCall, StripeError } from './call.ts';

type Kind = 'session' | 'intent' | 'charge' | 'refund' | 'customer' | 'method' | 'entry' | 'payout' | 'dispute';

/** Objects of an account, with acts of payers and banks. */
export type StripeBooks = {
  carryOut(call: StripeCall): object;
  /** A payer on the page of a session. `gone`: it takes no attempts. */
  pay(pageUrl: string, card: keyof typeof STRIPE_CARDS): 'paid' | 'declined' | 'pending' | 'refused' | 'gone';
  /** Pays with a card of the customer that the page shows. */
  payWithSaved(pageUrl: string): 'paid' | 'gone';
  /** The payer pays when the page is being closed. */
  payBeforeExpiry(pageUrl: string): void;
  /** Makes a pending payment succeed. */
  settle(pageUrl: string): void;
  /** The bank of the card takes the money of a charge; lets it win with `won`. */
  dispute(chargeId: string, how?: 'inquiry' | 'won' | 'lost'): void;
  /** Refunds of a charge fail after they were made. */
  returnRefunds(chargeId: string): void;
  payOut(cents: number, arrivalDate: number, trace: string): void;
  /** Events in the order in which they happened: type and object. */
  readonly events: readonly { readonly id: string; readonly type: string; readonly object: Made }[];
  readonly all: Readonly<Record<Kind, ReadonlyMap<string, Made>>>;
};

const HALF_HOUR_S = 1_800;
const DAY_S = 86_400;
const FEE = 95;

export function openStripeBooks(clock: Clock, origin: string): StripeBooks {
  const all: Record<Kind, Map<string, Made>> = {
    session: new Map(),
    intent: new Map(),
    charge: new Map(),
    refund: new Map(),
    customer: new Map(),
    method: new Map(),
    entry: new Map(),
    payout: new Map(),
    dispute: new Map(),
  };
  /** Customers that were deleted. */
  const gone = new Set<string>();
  const events: { id: string; type: string; object: Made }[] = [];
  /** For the intent of a session, which is made with the first attempt. */
  const asked = new Map<string, IntentData>();
  let counted = 0;
  let paysBeforeExpiry: string | undefined;
  const nowS = () => Math.floor(clock.now() / 1000);
  const newId = (prefix: string) => `${prefix}_test_${String((counted += 1)).padStart(6, '0')}`;
  const keep = (kind: Kind, made: Made): Made => {
    all[kind].set(made.id, made);
    return made;
  };
  const tell = (type: string, object: Made) => void events.push({ id: newId('evt'), type, object });
  const get = (kind: Kind, id: string, param = 'id'): Made => {
    const found = all[kind].get(id);
    if (!found) throw new StripeError(404, 'invalid_request_error', { code: 'resource_missing', param });
    return found;
  };
  const byPage = (url: string) => get('session', url.split('/').at(-1) ?? '');
  const current = (id: string): Made => {
    const found = get('session', id);
    if (found.status !== 'open' || Number(found.expires_at) > nowS()) return found;
    return expired(found);
  };
  const expired = (found: Made): Made => {
    const intent = all.intent.get(String(found.payment_intent));
    if (intent && intent.status !== 'succeeded') keep('intent', { ...intent, status: 'canceled' });
    const made = keep('session', { ...found, status: 'expired', url: null });
    tell('checkout.session.expired', made);
    return made;
  };
  const book = (type: string, amount: number, source: string, fee = 0): Made =>
    keep(
      'entry',
      like('balance_transaction', {
        id: newId('txn'),
        amount,
        created: nowS(),
        currency: 'aud',
        fee,
        net: amount - fee,
        source,
        type,
      }),
    );

  function openSession({ fields }: StripeCall): Made {
    const expiresAt = Number(textAt(fields, 'expires_at'));
    if (!(expiresAt >= nowS() + HALF_HOUR_S && expiresAt <= nowS() + DAY_S)) {
      throw new StripeError(400, 'invalid_request_error', { param: 'expires_at' });
    }
    const price = ['line_items', '0', 'price_data'];
    const amount = Number(textAt(fields, ...price, 'unit_amount'));
    if (amount < 50) throw new StripeError(400, 'invalid_request_error', { code: 'amount_too_small' });
    const customer = textAt(fields, 'customer');
    if (customer !== undefined) get('customer', customer, 'customer');
    const id = newId('cs');
    asked.set(id, fields.payment_intent_data as IntentData);
    return keep(
      'session',
      like('checkout.session', {
        id,
        amount_total: amount,
        client_reference_id: textAt(fields, 'client_reference_id') ?? null,
        created: nowS(),
        currency: textAt(fields, ...price, 'currency'),
        customer: customer ?? null,
        expires_at: expiresAt,
        metadata: fields.metadata ?? {},
        payment_intent: null,
        success_url: textAt(fields, 'success_url'),
        url: `${origin}/c/pay/${id}`,
        payment_method_options: fields.payment_method_options ?? {},
      }),
    );
  }

  function expire(id: string): Made {
    const found = current(id);
    if (paysBeforeExpiry === id) pay(`/${id}`, 'approves');
    if (get('session', id).status !== 'open') {
      throw new StripeError(400, 'invalid_request_error', { param: 'session' });
    }
    return expired(found);
  }

  function pay(pageUrl: string, name: keyof typeof STRIPE_CARDS) {
    const card: StripeCard = STRIPE_CARDS[name];
    const found = current(byPage(pageUrl).id);
    if (found.status !== 'open') return 'gone';
    const blocked = (found.payment_method_options as BlockedOptions).card?.restrictions?.funding_types_blocked ?? {};
    if (Object.values(blocked).includes(card.funding)) return 'refused';
    return attempt(found, card, newId('pm'));
  }

  function attempt(found: Made, card: StripeCard, method: string) {
    const { metadata = {}, setup_future_usage: keeps = null } = asked.get(found.id) ?? {};
    const known = all.intent.get(String(found.payment_intent));
    const intent =
      known ??
      like('payment_intent', {
        id: newId('pi'),
        amount: found.amount_total,
        created: nowS(),
        currency: 'aud',
        customer: found.customer,
        metadata,
        setup_future_usage: keeps,
      });
    keep('session', { ...found, payment_intent: intent.id });
    const whole = like('payment_method', { id: method, card: cardOf(card), customer: null });
    if (card.does === 'isPending') {
      keep('intent', { ...intent, status: 'processing' });
      tell('payment_intent.processing', { ...intent, status: 'processing' });
      return 'pending';
    }
    const isPaid = card.does === 'pays';
    const charge =
      card.does === 'failsProof'
        ? undefined
        : keep(
            'charge',
            like('charge', {
              id: newId('ch'),
              amount: found.amount_total,
              created: nowS(),
              currency: 'aud',
              customer: found.customer,
              metadata: intent.metadata,
              payment_intent: intent.id,
              payment_method: method,
              payment_method_details: { card: cardOf(card), type: 'card' },
              status: isPaid ? 'succeeded' : 'failed',
              balance_transaction: null,
            }),
          );
    if (!isPaid) {
      const failed = keep('intent', {
        ...intent,
        status: 'requires_payment_method',
        last_payment_error: {
          type: 'card_error',
          code: charge ? 'card_declined' : 'payment_intent_authentication_failure',
          charge: charge?.id,
          payment_method: whole,
        },
      });
      tell('payment_intent.payment_failed', failed);
      return 'declined';
    }
    if (charge)
      keep('charge', { ...charge, balance_transaction: book('charge', Number(charge.amount), charge.id, FEE).id });
    if (keeps !== null || all.method.has(method)) {
      keep('method', { ...whole, customer: found.customer });
    }
    keep('intent', { ...intent, status: 'succeeded', payment_method: method, last_payment_error: null });
    const paid = keep('session', {
      ...found,
      payment_intent: intent.id,
      status: 'complete',
      payment_status: 'paid',
      url: null,
    });
    tell('checkout.session.completed', paid);
    return 'paid';
  }

  function refund({ fields }: StripeCall): Made {
    const charge = get('charge', textAt(fields, 'charge') ?? '', 'charge');
    const amount = Number(textAt(fields, 'amount'));
    const left = Number(charge.amount) - Number(charge.amount_refunded);
    if (charge.disputed === true) throw new StripeError(400, 'invalid_request_error', { code: 'charge_disputed' });
    if (left === 0) throw new StripeError(400, 'invalid_request_error', { code: 'charge_already_refunded' });
    // There is no code for this.
    if (amount > left) throw new StripeError(400, 'invalid_request_error', { param: 'amount' });
    const id = newId('re');
    const made = keep(
      'refund',
      like('refund', {
        id,
        amount,
        charge: charge.id,
        created: nowS(),
        currency: 'aud',
        metadata: fields.metadata ?? {},
        status: 'succeeded',
        balance_transaction: book('refund', -amount, id).id,
      }),
    );
    tell('charge.refunded', keep('charge', { ...charge, amount_refunded: Number(charge.amount_refunded) + amount }));
    tell('refund.created', made);
    return made;
  }

  function whole(kind: Kind, made: Made, expand: readonly string[]): Made {
    const of = (name: string, from: Kind) =>
      expand.some((one) => one.split('.').at(-1) === name) ? { [name]: all[from].get(String(made[name])) ?? null } : {};
    if (kind === 'session') return { ...made, ...of('payment_intent', 'intent') };
    if (kind === 'charge') return { ...made, ...of('balance_transaction', 'entry') };
    const sources = [all.refund, all.charge, all.dispute, all.payout];
    const source = sources.map((one) => one.get(String(made.source))).find((one) => one !== undefined);
    return kind === 'entry' && expand.length > 0 ? { ...made, source: source ?? null } : made;
  }

  function list(kind: Kind, { query }: StripeCall, fits: (made: Made) => boolean): object {
    const expand = Object.values(query.expand ?? {}).map(String);
    const between = (name: string, value: unknown) => {
      const [gte, lte, lt] = ['gte', 'lte', 'lt'].map((bound) => textAt(query, name, bound));
      const at = Number(value);
      return !(gte && at < Number(gte)) && !(lte && at > Number(lte)) && !(lt && at >= Number(lt));
    };
    const found = [...all[kind].values()]
      .map((made) => (kind === 'session' ? current(made.id) : made))
      .filter((made) => fits(made) && between('created', made.created) && between('arrival_date', made.arrival_date))
      .toReversed();
    const begin = found.findIndex(({ id }) => id === textAt(query, 'starting_after')) + 1;
    // Pages are shorter than asked for, so that there are some.
    const page = found.slice(begin, begin + 2);
    return { object: 'list', data: page.map((one) => whole(kind, one, expand)), has_more: begin + 2 < found.length };
  }

  function carryOut(call: StripeCall): object {
    const [kind = '', id = '', act = '', more] = call.path.split('/').map(decodeURIComponent);
    const of = (name: string) => textAt(call.query, name);
    const expand = Object.values(call.query.expand ?? {}).map(String);
    switch (`${call.method} ${kind}`) {
      case 'POST checkout':
        return more === 'expire' ? expire(act) : openSession(call);
      case 'GET checkout':
        return act === '' ? list('session', call, () => true) : whole('session', current(act), expand);
      case 'GET charges':
        return id === ''
          ? list('charge', call, (one) => one.payment_intent === of('payment_intent'))
          : get('charge', id);
      case 'POST refunds':
        return refund(call);
      case 'GET refunds':
        return list('refund', call, (one) => one.charge === of('charge'));
      case 'GET customers': {
        // One that was deleted is said to be that.
        if (id !== 'search') return gone.has(id) ? { id, object: 'customer', deleted: true } : get('customer', id);
        const payer = /'([^']*)'$/.exec(of('query') ?? '')?.[1];
        const isFound = ({ metadata, created }: Made) =>
          // Found after a while alone.
          (metadata as { wattle_payer?: string }).wattle_payer === payer && nowS() - Number(created) > 60;
        return list('customer', call, isFound);
      }
      case 'POST customers':
        return keep(
          'customer',
          like('customer', { id: newId('cus'), created: nowS(), metadata: call.fields.metadata ?? {} }),
        );
      case 'DELETE customers': {
        get('customer', id);
        all.customer.delete(id);
        gone.add(id);
        for (const one of all.method.values()) if (one.customer === id) keep('method', { ...one, customer: null });
        return { id, object: 'customer', deleted: true };
      }
      case 'GET payment_methods':
        return get('method', id);
      case 'POST payment_methods': {
        const found = get('method', id);
        if (found.customer === null) throw new StripeError(400, 'invalid_request_error');
        return keep('method', { ...found, customer: null });
      }
      case 'GET balance': {
        const sum = [...all.entry.values()].reduce((total, { net }) => total + Number(net), 0);
        return {
          object: 'balance',
          available: [{ amount: sum - 5, currency: 'aud' }],
          pending: [{ amount: 5, currency: 'aud' }],
        };
      }
      case 'GET balance_transactions':
        return list('entry', call, () => true);
      case 'GET payouts':
        return list('payout', call, () => true);
      default:
        throw new StripeError(404, 'invalid_request_error');
    }
  }

  return {
    carryOut,
    all,
    events,
    pay,
    payWithSaved(pageUrl) {
      const found = current(byPage(pageUrl).id);
      const method = [...all.method.values()].find(({ customer }) => customer !== null && customer === found.customer);
      if (found.status !== 'open' || !method) return 'gone';
      attempt(found, STRIPE_CARDS.approves, method.id);
      return 'paid';
    },
    payBeforeExpiry(pageUrl) {
      paysBeforeExpiry = byPage(pageUrl).id;
    },
    settle(pageUrl) {
      const found = byPage(pageUrl);
      keep('session', { ...found, status: 'open' });
      attempt({ ...found, status: 'open' }, STRIPE_CARDS.approves, newId('pm'));
    },
    dispute(chargeId, how = 'lost') {
      const charge = get('charge', chargeId);
      const isInquiry = how === 'inquiry';
      const id = newId('dp');
      const begun = { id, amount: charge.amount, charge: chargeId, created: nowS(), currency: 'aud' };
      const status = isInquiry ? 'warning_needs_response' : 'needs_response';
      const made = keep('dispute', like('dispute', { ...begun, status, balance_transactions: [] }));
      tell('charge.dispute.created', made);
      if (isInquiry) return tell('charge.dispute.closed', { ...made, status: 'warning_closed' });
      keep('charge', { ...charge, disputed: true });
      const taken = { ...made, balance_transactions: [book('adjustment', -Number(charge.amount), id, 2_500)] };
      tell('charge.dispute.funds_withdrawn', keep('dispute', taken));
      if (how === 'lost') return tell('charge.dispute.closed', { ...taken, status: 'lost' });
      const back = book('adjustment', Number(charge.amount), id);
      const won = { ...taken, status: 'won', balance_transactions: [...taken.balance_transactions, back] };
      tell('charge.dispute.funds_reinstated', keep('dispute', won));
      tell('charge.dispute.closed', won);
    },
    returnRefunds(chargeId) {
      for (const made of all.refund.values()) {
        if (made.charge !== chargeId || made.status !== 'succeeded') continue;
        const back = book('refund_failure', Number(made.amount), made.id).id;
        tell('refund.failed', keep('refund', { ...made, status: 'failed', failure_balance_transaction: back }));
      }
    },
    payOut(cents, arrivalDate, trace) {
      const id = newId('po');
      const own = { id, amount: cents, arrival_date: arrivalDate, created: nowS(), currency: 'aud', status: 'paid' };
      keep('payout', like('payout', { ...own, trace_id: { status: 'supported', value: trace } }));
      book('payout', -cents, id);
    },
  };
}

type IntentData = { readonly metadata?: object; readonly setup_future_usage?: string } | undefined;
type BlockedOptions = {
  readonly card?: { readonly restrictions?: { readonly funding_types_blocked?: Readonly<Record<string, string>> } };
};
