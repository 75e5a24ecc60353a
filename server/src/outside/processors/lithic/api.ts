import { createHash } from 'node:crypto';
import * as z from 'zod';
import { threeLetters } from '../countries.ts';
import { callJson, refusalOfForm } from '../../http-json.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { ApiConnection, NewProcessorCard, ProcessorApi, ProcessorCard, ProcessorCardState } from '../port.ts';
import { card, transaction } from './objects.ts';
import { lithicSettlements } from './settlement.ts';
import { toldByTransaction } from './told.ts';

/** Plastic that is not made or not confirmed yet may already buy online. */
const STATES: Readonly<Record<string, ProcessorCardState>> = {
  CLOSED: 'closed',
  OPEN: 'on',
  PAUSED: 'off',
  PENDING_ACTIVATION: 'beingMade',
  PENDING_FULFILLMENT: 'beingMade',
};
const WANTED = { on: 'OPEN', off: 'PAUSED', closed: 'CLOSED' } as const;
/** Lithic has no word for a stolen card alone. */
const BECAUSE = { lost: 'LOST', stolen: 'COMPROMISED', damaged: 'DAMAGED', expired: 'EXPIRED' } as const;

/** Cards of a page: one comes to some 1.5 kB, more with a comment, and a response that is read to 256 KiB. */
const CARDS_A_PAGE = '50';

const cards = z.object({ data: z.array(card), has_more: z.boolean() });
/** Error of Lithic. */
const refusal = z.object({ debugging_request_id: z.string(), message: z.string() });
const balances = z.object({ data: z.array(z.object({ available_amount: z.int(), currency: z.string() })) });

/**
 * Calls of Lithic's API. The key of the API is sent as it is, without a scheme. Our key is the memo of a card, by which it
 * is found once Lithic has forgotten the idempotency key.
 */
export function lithicApi(at: ApiConnection): ProcessorApi {
  const base = at.url.replace(/\/$/, '');
  const call = <T>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    answer: z.ZodType<T>,
    body?: object,
    key?: string,
  ): Promise<OutsideOutcome<T>> =>
    at.policy.call((signal) =>
      callJson({
        method,
        url: `${base}/v1/${path}`,
        headers: { Authorization: at.key, ...(key !== undefined && { 'Idempotency-Key': uuidOf(key) }) },
        ...(body && { body }),
        answer,
        refusal: refusalOfForm(refusal),
        addresses: at.policy.addresses,
        signal,
      }),
    );
  const cardPath = (id: string) => `cards/${encodeURIComponent(id)}`;
  return {
    async purchase(of) {
      const found = await call('GET', `transactions/${encodeURIComponent(of)}`, transaction);
      if (found.kind !== 'done') return found;
      return { kind: 'done', value: toldByTransaction(found.value, at).filter((each) => 'did' in each) };
    },
    cards: {
      async make(wanted) {
        const shipped = wanted.isVirtual ? undefined : wanted.person;
        const address = shipped && shippingAddress(shipped);
        if (shipped && address === undefined) return { kind: 'refused', code: 'address' };
        const { isVirtual, replaces } = wanted;
        const body = {
          type: isVirtual ? 'VIRTUAL' : 'PHYSICAL',
          state: 'OPEN',
          memo: wanted.key,
          ...(replaces && { replacement_for: replaces.id, replacement_substatus: BECAUSE[replaces.because] }),
          ...(address && { shipping_address: address }),
        };
        return cardFrom(await call('POST', 'cards', card, body, wanted.key));
      },
      async made(key) {
        // Lithic answers with cards whose memo contains the text.
        const found = await call('GET', `cards?${new URLSearchParams({ memo: key, page_size: CARDS_A_PAGE })}`, cards);
        if (found.kind !== 'done') return found;
        const made = found.value.data.find(({ memo }) => memo === key);
        return { kind: 'done', value: made && toCard(made) };
      },
      async setState({ key, id }, state, because) {
        const substatus = state === 'closed' && because ? BECAUSE[because] : undefined;
        const body = { state: WANTED[state], ...(substatus && { substatus }) };
        return cardFrom(await call('PATCH', cardPath(id), card, body, key));
      },
      async list(next) {
        const after = next !== undefined && { starting_after: next };
        const query = new URLSearchParams({ page_size: CARDS_A_PAGE, ...after });
        const page = await call('GET', `cards?${query}`, cards);
        if (page.kind !== 'done') return page;
        const { data, has_more: hasMore } = page.value;
        const last = data.at(-1)?.token;
        return {
          kind: 'done',
          value: { cards: data.map(toCard), ...(hasMore && last !== undefined && { next: last }) },
        };
      },
      async numberOf(id) {
        const found = await call('GET', cardPath(id), card);
        if (found.kind !== 'done') return found;
        return found.value.pan ? { kind: 'done', value: found.value.pan } : { kind: 'refused', code: 'no_number' };
      },
    },
    async balance() {
      const found = await call('GET', 'balances?financial_account_type=ISSUING', balances);
      if (found.kind !== 'done') return found;
      const own = found.value.data.filter(({ currency }) => currency.toUpperCase() === at.currency);
      if (own.length === 0) return { kind: 'refused', code: 'currency' };
      return { kind: 'done', value: own.reduce((sum, { available_amount: cents }) => sum + cents, 0) };
    },
    settlements: lithicSettlements((path, answer) => call('GET', path, answer), at),
  };
}

/** Lithic takes keys in the form of a UUID. */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Undefined for a country that no one knows. A name of one word is both names. */
function shippingAddress(person: NonNullable<NewProcessorCard['person']>) {
  const country = threeLetters(person.country);
  if (country === undefined) return undefined;
  const names = person.name.trim().split(/\s+/);
  const last = names.at(-1) ?? '';
  const [address1, ...rest] = person.street;
  return {
    first_name: names.slice(0, -1).join(' ') || last,
    last_name: last,
    address1,
    ...(rest.length > 0 && { address2: rest.join(', ') }),
    city: person.suburb,
    state: person.state,
    postal_code: person.postcode,
    country,
  };
}

function toCard(sent: z.output<typeof card>): ProcessorCard {
  return {
    id: sent.token,
    last4: sent.last_four,
    expiry: `${sent.exp_year}-${sent.exp_month}`,
    // An unknown state counts as one that lets no purchase through.
    state: STATES[sent.state] ?? 'off',
  };
}

function cardFrom(outcome: OutsideOutcome<z.output<typeof card>>): OutsideOutcome<ProcessorCard> {
  return outcome.kind === 'done' ? { kind: 'done', value: toCard(outcome.value) } : outcome;
}
