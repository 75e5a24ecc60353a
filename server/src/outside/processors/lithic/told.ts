import type { Connection, Ignored, Keyed } from '../port.ts';
import type { PurchaseMessage } from '../purchase-message.ts';
import { otherCurrency } from '../reading.ts';
import { referenceOf } from '../reference.ts';
import type { DecidedBy, Told } from '../told.ts';
import { eventMessage } from './message.ts';
import type { LithicDispute, LithicEvent, LithicManagedDispute, LithicTransaction } from './objects.ts';

type Message = Keyed & Told;
type Part = Message | Ignored;

const APPROVED = 'APPROVED';

/** Details of a decline that only follow a question to us. Of all others it is not said whether we were asked. */
const DECLINED_BY: Readonly<Record<string, DecidedBy>> = {
  CUSTOM_ASA_RESULT: 'us',
  CARDHOLDER_CHALLENGED: 'us',
  CUSTOMER_ASA_TIMEOUT: 'timeout',
  MALFORMED_ASA_RESPONSE: 'timeout',
};

/** Types of events that ask whether something may be bought. */
const REQUESTS: ReadonlySet<string> = new Set(['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION']);

/**
 * Everything that a transaction says. Lithic sends it whole each time: each event has a token and is taken once, so
 * that a delivery that was lost is made up for by the next one.
 */
export function toldByTransaction(sent: LithicTransaction, connection: Connection): readonly Part[] {
  const story = openStory(sent, connection);
  const told = sent.events.flatMap((event) => story.tell(event));
  const state = story.state();
  return state === undefined ? told : [...told, state];
}

function openStory(sent: LithicTransaction, connection: Connection) {
  const purchase = referenceOf(connection.id, sent.token);
  /** Sums of the events so far. */
  let held = 0;
  let cleared = 0;
  let holds = 0;
  let refund: string | undefined;
  let isRequested = false;
  /** Reference of the refund that was announced: the transaction's, as its ask has it, where no purchase has that. */
  let announced: string | undefined;

  const knownBy = (event: LithicEvent): Keyed => ({
    key: event.token,
    of: sent.token,
    after: placeOf(event.created, sent.events.indexOf(event)),
    at: event.created,
    currency: otherCurrency(event.amounts.cardholder.currency, connection),
  });
  /** References of requests as of the questions about them: the first one has the purchase's, a further one that of its key. */
  const referencesOf = ({ token }: LithicEvent) =>
    holds === 0
      ? { reference: purchase }
      : { reference: referenceOf(connection.id, askKeyOf(token)), original: purchase };
  /**
   * Message of a request. While nothing else has happened, the transaction says what is held for it: more than the
   * cardholder was asked for, where Lithic adjusts holds.
   */
  const requestOf = (event: LithicEvent): PurchaseMessage => {
    const message = eventMessage(sent, event, referencesOf(event), connection);
    const hold = sent.amounts?.hold;
    const isAlone = sent.events.length === 1 && sent.status === 'PENDING' && event.result === APPROVED;
    if (!isAlone || !hold || hold.currency.toUpperCase() !== event.amounts.cardholder.currency.toUpperCase()) {
      return message;
    }
    const amount = Math.abs(hold.amount);
    return amount > message.amount ? { ...message, amount, askedAmount: message.amount } : message;
  };
  const ownReference = ({ token }: LithicEvent) => referenceOf(connection.id, token);
  const partOf = (event: LithicEvent) => {
    const original = sent.events[0]?.token === event.token ? undefined : purchase;
    return eventMessage(sent, event, { reference: ownReference(event), original }, connection);
  };
  const hold = (amount: number, isAdded: boolean) => {
    held = Math.max(0, isAdded ? held + amount : amount);
    // Of an announced refund nothing is held.
    if (announced !== purchase) holds += 1;
  };

  function request(event: LithicEvent, by: DecidedBy): readonly Part[] {
    const known = knownBy(event);
    const message = requestOf(event);
    isRequested = true;
    if (event.result === APPROVED) {
      hold(message.amount, true);
      return [{ ...known, did: 'decided', approved: true, by, message }];
    }
    const details = event.detailed_results ?? [];
    const declinedBy = details.map((detail) => DECLINED_BY[detail]).find((each) => each !== undefined);
    if (declinedBy) return [{ ...known, did: 'decided', approved: false, by: declinedBy, message }];
    const reason = details.find((detail) => detail !== APPROVED) ?? event.result;
    return [{ ...known, did: 'declined', reason: reason.slice(0, 60), message }];
  }

  /** The network has decided by itself, or says what it made of our decision. */
  function advice(event: LithicEvent): readonly Part[] {
    if (holds === 0) return request(event, event.result === APPROVED ? 'standIn' : 'network');
    const reference = ownReference(event);
    const known = knownBy(event);
    if (event.result !== APPROVED) {
      hold(0, false);
      return [{ ...known, did: 'reversed', reference, original: purchase, left: 0, why: 'tooLate' }];
    }
    hold(Math.abs(event.amounts.cardholder.amount), false);
    return [{ ...known, did: 'holdSet', reference, original: purchase, amount: held }];
  }

  function clear(event: LithicEvent): readonly Part[] {
    const known = knownBy(event);
    const message = partOf(event);
    // A credit that is cleared is a refund, whatever its event is called.
    if (event.effective_polarity === 'CREDIT') return refunded(event, message);
    hold(-message.amount, true);
    cleared += message.amount;
    // Another clearing may follow. What is still held says when none will.
    return [{ ...known, did: 'cleared', message, isFinal: false }];
  }

  /** A refund. It names the transaction, and so ends what was announced under its reference. */
  function refunded(event: LithicEvent, message: PurchaseMessage): readonly Part[] {
    refund = message.reference;
    return [{ ...knownBy(event), did: 'refunded', message }];
  }

  /** A further one announces no second refund. */
  function announce(event: LithicEvent): readonly Part[] {
    if (announced !== undefined) return [ignored(event)];
    const message = isRequested ? partOf(event) : eventMessage(sent, event, { reference: purchase }, connection);
    announced = message.reference;
    if (!isRequested) held = message.amount;
    return [{ ...knownBy(event), did: 'refundAuthorised', message }];
  }

  const TYPES: Readonly<Record<string, (event: LithicEvent) => readonly Part[]>> = {
    AUTHORIZATION: (event) => request(event, 'us'),
    AUTHORIZATION_ADVICE: advice,
    AUTHORIZATION_EXPIRY: (event) => {
      hold(0, false);
      return [{ ...knownBy(event), did: 'expired', reference: ownReference(event), original: purchase }];
    },
    AUTHORIZATION_REVERSAL: (event) => {
      hold(-Math.abs(event.amounts.cardholder.amount), true);
      const reference = ownReference(event);
      return [{ ...knownBy(event), did: 'reversed', reference, original: purchase, left: held + cleared }];
    },
    // Nothing is held and nothing moves.
    BALANCE_INQUIRY: () => [],
    CLEARING: clear,
    CORRECTION_CREDIT: (event) => [{ ...knownBy(event), did: 'corrected', side: 'credit', message: partOf(event) }],
    CORRECTION_DEBIT: (event) => [{ ...knownBy(event), did: 'corrected', side: 'debit', message: partOf(event) }],
    CREDIT_AUTHORIZATION: announce,
    CREDIT_AUTHORIZATION_ADVICE: announce,
    // One message that both asks and pays: nothing clears it.
    FINANCIAL_AUTHORIZATION: (event) => {
      const asked = request(event, 'us');
      if (event.result !== APPROVED) return asked;
      const known = { ...knownBy(event), key: `${event.token}/paid` };
      const reference = referenceOf(connection.id, known.key);
      const message = eventMessage(sent, event, { reference, original: purchase }, connection);
      held -= message.amount;
      return [...asked, { ...known, did: 'cleared', message, isFinal: true }];
    },
    // One message that both asks and pays: its ask has announced it.
    FINANCIAL_CREDIT_AUTHORIZATION: (event) =>
      refunded(event, eventMessage(sent, event, { reference: ownReference(event), original: purchase }, connection)),
    RETURN: (event) => refunded(event, partOf(event)),
    RETURN_REVERSAL: (event) => [{ ...knownBy(event), did: 'refundReversed', refund, message: partOf(event) }],
  };

  return {
    tell(event: LithicEvent): readonly Part[] {
      const tell = Object.hasOwn(TYPES, event.type) ? TYPES[event.type] : undefined;
      // What was not carried out has no effect, but for a request, which has its declines, and an advice of one.
      const isCarriedOut =
        event.result === APPROVED || REQUESTS.has(event.type) || event.type === 'AUTHORIZATION_ADVICE';
      if (tell && isCarriedOut) return tell(event);
      return [ignored(event)];
    },
    /** The hold by the transaction itself. Left out where the first event alone has said so. */
    state(): Message | undefined {
      const hold = sent.amounts?.hold;
      const isOver = sent.status === 'VOIDED' || sent.status === 'EXPIRED' || sent.status === 'DECLINED';
      const amount = isOver ? 0 : Math.abs(hold?.amount ?? held);
      if (holds === 0 || (holds === 1 && amount === held)) return undefined;
      const at = sent.updated ?? sent.events.at(-1)?.created ?? sent.created;
      const after = placeOf(at, sent.events.length);
      const key = `${sent.token}/hold/${after}/${amount}`;
      return {
        key,
        of: sent.token,
        after,
        at,
        currency: hold ? otherCurrency(hold.currency, connection) : undefined,
        did: 'holdSet',
        reference: referenceOf(connection.id, key),
        original: purchase,
        amount,
      };
    },
  };
}

function ignored({ token, type, result }: LithicEvent): Ignored {
  return { ignored: true, key: token, word: `${type} ${result}`.slice(0, 60) };
}

/** Key of a question. The event of its result has the same token, and is another message. */
export function askKeyOf(eventToken: string): string {
  return `ask/${eventToken}`;
}

/** Order of the messages about one transaction. In one millisecond, events are in the order of their list. */
function placeOf(at: string, place: number): number {
  return Date.parse(at) * 100 + Math.min(place, 99);
}

type DisputeState = Extract<Told, { did: 'disputed' }>['state'];

const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  NEW: 'needsInfo',
  PENDING_CUSTOMER: 'needsInfo',
  SUBMITTED: 'submitted',
  REPRESENTMENT: 'submitted',
  PREARBITRATION: 'submitted',
  ARBITRATION: 'submitted',
  CASE_WON: 'won',
  CASE_CLOSED: 'lost',
};

/** A dispute of ours. One that was closed because it was withdrawn is not lost. */
export function toldByDispute(sent: LithicDispute, known: Pick<Keyed, 'key' | 'at'>, connection: Connection): Message {
  const isWithdrawn = sent.status === 'CASE_CLOSED' && sent.resolution_reason === 'WITHDRAWN';
  return {
    ...known,
    of: sent.transaction_token,
    did: 'disputed',
    dispute: sent.token,
    original: referenceOf(connection.id, sent.transaction_token),
    state: isWithdrawn ? 'other' : (DISPUTE_STATES[sent.status] ?? 'other'),
    amount: Math.abs(sent.amount),
  };
}

const DISPOSITIONS: Readonly<Record<string, DisputeState>> = { WON: 'won', LOST: 'lost', DENIED: 'lost' };

/** Events of a dispute that Lithic handles. What it credits a cardholder in its own books is none of ours. */
export function toldByManagedDispute(sent: LithicManagedDispute, connection: Connection): readonly Part[] {
  const purchase = sent.transaction_series?.related_transaction_token;
  return sent.events.map((event): Part => {
    const state = stateOfEvent(event);
    if (state === undefined) return { ignored: true, key: event.token, word: `dispute ${event.type}`.slice(0, 60) };
    const { amount } = event.data;
    return {
      key: event.token,
      of: purchase ?? sent.token,
      at: event.created,
      currency: otherCurrency(sent.currency, connection),
      did: 'disputed',
      dispute: sent.token,
      original: purchase && referenceOf(connection.id, purchase),
      state,
      amount: amount === null || amount === undefined ? undefined : Math.abs(amount),
    };
  });
}

function stateOfEvent({ type, data }: LithicManagedDispute['events'][number]): DisputeState | undefined {
  if (type === 'FINANCIAL') return data.polarity === 'CREDIT' ? 'fundsBack' : 'fundsTaken';
  if (type !== 'WORKFLOW') return undefined;
  if (data.action === 'OPENED' || data.action === 'REOPENED') return 'submitted';
  return DISPOSITIONS[data.disposition ?? ''] ?? 'other';
}
