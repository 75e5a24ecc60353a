import * as z from 'zod';
import { callForm, type FormFields, refusalOfForm } from '../../http-json.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { ApiConnection, NewProcessorCard, ProcessorApi, ProcessorCard, ProcessorCardState } from '../port.ts';
import { authorization, card, transaction } from './objects.ts';
import { stripeSettlements } from './settlement.ts';
import { toldByAuthorization, toldByTransaction } from './told.ts';

const STATES: Readonly<Record<string, ProcessorCardState>> = { active: 'on', inactive: 'off', canceled: 'closed' };
const STATUSES = { on: 'active', off: 'inactive', closed: 'canceled' } as const;

/** Cards of a page: a plastic one comes to some 3.5 kB, and a response that is read to 256 KiB. */
const CARDS_A_PAGE = '25';

/** A card may be made before it was asked for, by the clock of the processor. */
const CLOCKS_DIFFER_MS = 3_600_000;

const cards = z.object({ data: z.array(card), has_more: z.boolean() });
const held = z.object({ id: z.string().min(1) });
const balances = z.object({
  issuing: z.object({ available: z.array(z.object({ amount: z.int(), currency: z.string() })) }),
});

/**
 * Error of Stripe that a retry would get again. One of type `idempotency_error` is about our key: the first request under
 * it may have been done.
 */
const refusal = z.object({ error: z.object({ type: z.enum(['invalid_request_error', 'card_error']) }) });

/**
 * Calls of Stripe's API, whose bodies are forms. What is posted twice under an idempotency key is done once, as long as
 * Stripe keeps the key: 24 hours at least. Cards have our key as metadata, by which they cannot be looked up: those of
 * the time since it was asked for are listed.
 */
export function stripeApi(at: ApiConnection): ProcessorApi {
  const base = at.url.replace(/\/$/, '');
  const call = <T>(
    path: string,
    answer: z.ZodType<T>,
    posted?: { readonly key: string; readonly fields: FormFields },
  ) =>
    at.policy.call((signal) =>
      callForm({
        url: `${base}/v1/${path}`,
        headers: {
          Authorization: `Bearer ${at.key}`,
          ...(at.apiVersion !== undefined && { 'Stripe-Version': at.apiVersion }),
          ...(posted && { 'Idempotency-Key': posted.key }),
        },
        ...(posted && { fields: posted.fields }),
        answer,
        refusal: refusalOfForm(refusal),
        addresses: at.policy.addresses,
        signal,
      }),
    );
  const cardPath = (id: string) => `issuing/cards/${encodeURIComponent(id)}`;
  const pageOf = (next: string | undefined, more?: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({
      limit: CARDS_A_PAGE,
      ...(next !== undefined && { starting_after: next }),
      ...more,
    });
    return call(`issuing/cards?${query}`, cards);
  };
  return {
    async purchase(of) {
      const found = await call(`issuing/authorizations/${encodeURIComponent(of)}`, authorization);
      if (found.kind !== 'done') return found;
      const sent = found.value;
      const transactions = (sent.transactions ?? []).flatMap((each) => {
        const read = transaction.safeParse(each);
        return read.success ? [read.data] : [];
      });
      const created = Math.max(
        sent.created ?? 1,
        ...[...sent.request_history, ...transactions, ...(sent.balance_transactions ?? [])].map((each) => each.created),
      );
      const key = `found/${created}/${sent.status}/${sent.amount}`;
      const told = toldByAuthorization(sent, { created, key, isChange: true }, at);
      const parts = transactions.map((each) => toldByTransaction(each, at)).filter((each) => 'did' in each);
      return { kind: 'done', value: [...told, ...parts] };
    },
    cards: {
      async make(wanted) {
        if (!wanted.person) return { kind: 'refused', code: 'no_cardholder' };
        const posted = { key: `${wanted.key}-holder`, fields: holderFields(wanted) };
        const owner = await call('issuing/cardholders', held, posted);
        if (owner.kind !== 'done') return owner;
        const fields = cardFields(wanted, at.currency, owner.value.id);
        return cardFrom(await call('issuing/cards', card, { key: wanted.key, fields }));
      },
      async made(key, sinceMs, signal) {
        const since = { 'created[gte]': String(Math.floor((sinceMs - CLOCKS_DIFFER_MS) / 1000)) };
        for (let next: string | undefined; ; ) {
          if (signal.aborted) return { kind: 'unsent', code: 'stopped' };
          const page = await pageOf(next, since);
          if (page.kind !== 'done') return page;
          const { data, has_more: hasMore } = page.value;
          const found = data.find(({ metadata }) => metadata?.wattle === key);
          next = hasMore ? data.at(-1)?.id : undefined;
          if (found || next === undefined) return { kind: 'done', value: found && toCard(found) };
        }
      },
      async setState({ key, id }, state, because) {
        const fields = {
          status: STATUSES[state],
          cancellation_reason: state === 'closed' ? because : undefined,
        };
        return cardFrom(await call(cardPath(id), card, { key, fields }));
      },
      async list(next) {
        const page = await pageOf(next);
        if (page.kind !== 'done') return page;
        const { data, has_more: hasMore } = page.value;
        const last = data.at(-1)?.id;
        return {
          kind: 'done',
          value: { cards: data.map(toCard), ...(hasMore && last !== undefined && { next: last }) },
        };
      },
      async numberOf(id) {
        const found = await call(`${cardPath(id)}?${new URLSearchParams({ 'expand[]': 'number' })}`, card);
        if (found.kind !== 'done') return found;
        return found.value.number
          ? { kind: 'done', value: found.value.number }
          : { kind: 'refused', code: 'no_number' };
      },
    },
    async balance() {
      const found = await call('balance', balances);
      if (found.kind !== 'done') return found;
      const own = found.value.issuing.available.filter(({ currency }) => currency.toUpperCase() === at.currency);
      if (own.length === 0) return { kind: 'refused', code: 'currency' };
      return { kind: 'done', value: own.reduce((sum, { amount }) => sum + amount, 0) };
    },
    settlements: stripeSettlements(call, at),
  };
}

function addressFields({ person }: NewProcessorCard): FormFields {
  if (!person) return {};
  const [line1, ...rest] = person.street;
  return {
    line1,
    line2: rest.join(', ') || undefined,
    city: person.suburb,
    state: person.state,
    postal_code: person.postcode,
    country: person.country,
  };
}

function holderFields(wanted: NewProcessorCard): FormFields {
  return {
    type: 'individual',
    name: wanted.person?.name,
    billing: { address: addressFields(wanted) },
    metadata: { wattle: wanted.key },
  };
}

/** A plastic card is off until its holder has it. */
function cardFields(wanted: NewProcessorCard, currency: string, holder: string): FormFields {
  const { isVirtual, person, replaces } = wanted;
  return {
    currency: currency.toLowerCase(),
    type: isVirtual ? 'virtual' : 'physical',
    status: isVirtual ? 'active' : 'inactive',
    cardholder: holder,
    replacement_for: replaces?.id,
    replacement_reason: replaces?.because,
    metadata: { wattle: wanted.key },
    shipping: !isVirtual && person ? { name: person.name, address: addressFields(wanted) } : undefined,
  };
}

function toCard(sent: z.output<typeof card>): ProcessorCard {
  const month = String(sent.exp_month).padStart(2, '0');
  // An unknown status counts as one that lets no purchase through.
  return { id: sent.id, last4: sent.last4, expiry: `${sent.exp_year}-${month}`, state: STATES[sent.status] ?? 'off' };
}

function cardFrom(outcome: OutsideOutcome<z.output<typeof card>>): OutsideOutcome<ProcessorCard> {
  return outcome.kind === 'done' ? { kind: 'done', value: toCard(outcome.value) } : outcome;
}
