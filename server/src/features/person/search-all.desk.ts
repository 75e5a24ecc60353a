import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { findByCardId, findByLastFour } from '../cards/public.ts';
import { type ComplaintSearch, type FoundComplaint, searchComplaints } from '../complaints/public.ts';
import { type DeskCallInTransaction, deskCommand, findRequest, inGroups } from '../desk/public.ts';
import { shownPaymentsOf } from '../settlement/public.ts';
import { foundPeople } from './found-people.ts';
import { hitsOf } from './hits.ts';
import { findOrder, listCards } from './search-all.store.ts';
import { type Searched, waysToRead } from './searched.domain.ts';

/** Hits of a kind in one answer: `search` and `payments` have pages. */
const MOST = 8;

const KINDS = ['person', 'card', 'payment', 'order', 'request', 'complaint'] as const;

const row = z.object({
  kind: z.enum(KINDS),
  /** Object that a hit opens: `holder:48`, `card:49`, a receipt, the number of an order, request or complaint. */
  object: z.string(),
  /** Whom it belongs to: `holder:48`. */
  person: z.string(),
  name: z.string(),
  /** Name of the command of a request; the other side of a payment; the product of a card; the subject of a complaint. */
  about: z.string(),
  /** By what it was found, where its own columns do not show it. */
  by: z.string(),
  match: z.string(),
  brand: z.string(),
  email: z.string(),
  mobile: z.string(),
  accounts: z.string(),
  cards: z.string(),
  /** Ids of the cards of a person, in the same order. */
  cardIds: z.string(),
  state: z.string(),
  amount: z.string(),
  /** When it was asked for or paid. */
  at: z.string(),
});
type Row = z.output<typeof row>;
const BLANK = {
  person: '',
  name: '',
  about: '',
  by: '',
  match: '',
  brand: '',
  email: '',
  mobile: '',
  accounts: '',
  cards: '',
  cardIds: '',
  state: '',
  amount: '',
  at: '',
};

type Call = DeskCallInTransaction<{ readonly text: string }>;

/**
 * Finds whatever the desk has by what a caller says, a few of each kind. It is given while someone types, after a pause
 * (docs/areas/search-of-the-desk.md, "A search is asked after a pause, and each one asked is recorded").
 */
export const searchAll = deskCommand({
  name: 'search-all',
  title: 'Search everything',
  summary: `Find people, cards, payments, orders, requests and complaints by what a caller says, up to ${MOST} of each`,
  permission: 'look',
  positional: 'text',
  input: z.object({ text: z.string().overwrite(lineText).min(2).max(254) }),
  answer: row,
  async run(call) {
    const { ctx, input } = call;
    const ways = waysToRead(input.text);
    const found = [
      ...(await cardsIn(call, ways)),
      ...(await peopleIn(call, ways)),
      ...(await paymentsIn(call, ways)),
      ...(await ordersIn(call, ways)),
      ...(await requestsIn(call)),
      ...(await complaintsIn(call, ways)),
    ];
    const hasMore = KINDS.some((kind) => found.filter((one) => one.kind === kind).length > MOST);
    const rows = KINDS.flatMap((kind) => found.filter((one) => one.kind === kind).slice(0, MOST));
    const seen = rows.flatMap(({ kind, object }) => (kind === 'person' || kind === 'card' ? [object] : []));
    return {
      ok: true,
      rows,
      hasMore,
      object: seen.length === 1 ? seen[0] : undefined,
      details: {
        by: ways.map(({ by }) => by).join(' '),
        term: ctx.secrets.identifierHash('desk search', input.text.toLowerCase()).toString('hex'),
        seen: seen.join(' '),
        rows: rows.length,
      },
    };
  },
});

/** Ways that name a card itself; the others lead to people. */
const OF_CARDS: ReadonlySet<string> = new Set(['lastFour', 'cardId']);
const isOfCard = (way: Searched) => OF_CARDS.has(way.by) || (way.by === 'id' && way.kind === 'card');

async function cardsIn({ tx, staff: { tenantId } }: Call, ways: readonly Searched[]): Promise<Row[]> {
  const ids = new Set<bigint>();
  for (const way of ways) for (const id of await cardIdsOf(tx, tenantId, way)) ids.add(id);
  const cards = await listCards(tx, tenantId, [...ids]);
  return cards.map((card) => ({
    ...BLANK,
    kind: 'card',
    object: `card:${card.id}`,
    person: card.holder_id === null ? '' : `holder:${card.holder_id}`,
    name: card.name,
    about: card.product,
    brand: card.brand,
    accounts: inGroups(card.account),
    cards: card.last_four,
    state: card.status,
  }));
}

async function cardIdsOf(tx: Tx, tenantId: number, way: Searched): Promise<readonly bigint[]> {
  const wanted = { tenantId, limit: MOST + 1 };
  if (way.by === 'lastFour') return (await findByLastFour(tx, wanted, way.text)).cardIds;
  if (way.by === 'cardId') return (await findByCardId(tx, wanted, way.text)).cardIds;
  return way.by === 'id' && way.kind === 'card' ? [way.id] : [];
}

async function peopleIn({ tx, staff: { tenantId } }: Call, ways: readonly Searched[]): Promise<Row[]> {
  const others = ways.filter((way) => !isOfCard(way));
  const hits = await hitsOf(tx, { tenantId, limit: MOST + 1 }, others);
  const people = await foundPeople(tx, tenantId, hits);
  return people.map(({ person, card, name, by, match, brand, email, mobile, accounts, cards, cardIds }) => ({
    ...BLANK,
    kind: person === '' ? 'card' : 'person',
    object: person === '' ? card : person,
    person,
    name,
    by,
    match,
    brand,
    email,
    mobile,
    accounts: accounts.split(' ').map(inGroups).join(', '),
    cards: person === '' ? cards.slice(0, 4) : cards,
    cardIds: person === '' ? '' : cardIds,
  }));
}

async function paymentsIn(call: Call, ways: readonly Searched[]): Promise<Row[]> {
  const receipt = ways.find(({ by }) => by === 'receipt');
  const amount = amountOf(call.input.text);
  const payments =
    receipt?.by === 'receipt'
      ? await shownPaymentsOf(call, { receipt: receipt.text }, MOST + 1)
      : amount === undefined
        ? []
        : await shownPaymentsOf(call, { amount }, MOST + 1);
  return payments.map((one) => ({
    ...BLANK,
    kind: 'payment',
    object: one.receipt,
    person: one.person,
    name: one.payer,
    about: one.to,
    accounts: inGroups(one.account),
    state: one.state,
    amount: one.amount,
    at: one.since,
  }));
}

/** An amount alone, with its dollar sign or its cents: any other number means something else. */
function amountOf(text: string): bigint | undefined {
  const cents = /^(?:\$\s?\d[\d,]*(?:\.\d\d)?|\d[\d,]*\.\d\d)$/.test(text)
    ? amountInCents(text.replace('$ ', '$'))
    : null;
  return cents === null || cents === 0 ? undefined : BigInt(cents);
}

async function ordersIn({ tx, staff }: Call, ways: readonly Searched[]): Promise<Row[]> {
  const way = ways.find(({ by }) => by === 'order');
  const order = way?.by === 'order' ? await findOrder(tx, staff.tenantId, way.text) : undefined;
  if (!order) return [];
  const { number, state, cents, cards } = order;
  return [{ ...BLANK, kind: 'order', object: number, cards: String(cards), state, amount: dollarsOf(cents) }];
}

/** A request by its number: `41`, `#41` or `request 41`. */
async function requestsIn({ tx, staff, input }: Call): Promise<Row[]> {
  const [, id] = /^(?:#|requests?\s+)?([1-9]\d{0,6})$/i.exec(input.text) ?? [];
  const request = id === undefined ? undefined : await findRequest(tx, staff.tenantId, BigInt(id));
  if (!request) return [];
  const { amount } = request.input;
  return [
    {
      ...BLANK,
      kind: 'request',
      object: String(request.id),
      name: request.asked_by_full_name,
      about: request.command,
      state: request.state,
      amount: typeof amount === 'string' ? amount : '',
      at: toInstant(request.asked_at),
    },
  ];
}

/** Complaints by their reference, and those of people without an account by name or contact. */
async function complaintsIn({ tx, staff: { tenantId } }: Call, ways: readonly Searched[]): Promise<Row[]> {
  const wanted = { tenantId, limit: MOST + 1 };
  const found = new Map<string, FoundComplaint>();
  for (const way of ways) {
    const search = complaintSearchOf(way);
    const rows = search ? await searchComplaints(tx, wanted, search) : [];
    for (const one of rows) found.set(one.reference, one);
  }
  return [...found.values()].map((one) => ({
    ...BLANK,
    kind: 'complaint',
    object: one.reference,
    person: one.holder_id === null ? '' : `holder:${one.holder_id}`,
    name: one.person,
    about: one.subject,
    state: one.state,
    at: toInstant(one.opened_at),
  }));
}

function complaintSearchOf(way: Searched): ComplaintSearch | undefined {
  switch (way.by) {
    case 'receipt':
      return { reference: way.text };
    case 'name':
      return { words: way.words };
    case 'email':
      return { contacts: [way.text] };
    case 'mobile':
      return { contacts: [way.text, toE164(way.text) ?? way.text] };
    default:
      return undefined;
  }
}
