import { type FakeAnswer, type FakeApi, type FakeCard, pageOf, textOf } from '../sandbox/fake-api.ts';
import { balanceAt } from '../sandbox/fake-settlement.ts';
import { authorizationOf, eventOf, type StripePurchase } from './sandbox.ts';
import { cardObject } from './sandbox-objects.ts';
import { entriesOf } from './sandbox-settlement.ts';

const STATUSES = { on: 'active', off: 'inactive', closed: 'canceled', beingMade: 'inactive' } as const;
const STATES: Readonly<Record<string, FakeCard['state']>> = { active: 'on', inactive: 'off', canceled: 'closed' };

const refused = (status: number, message: string): FakeAnswer => ({
  status,
  body: { error: { message, type: 'invalid_request_error' } },
});
const NOT_FOUND = refused(404, 'No such object');

/** Calls of Stripe's API that its adapter makes. */
export const stripeFakeApi: FakeApi<StripePurchase> = {
  kind: 'stripe',
  keyOf: (authorization) => /^Bearer (.+)$/.exec(authorization)?.[1],
  keyRefused: refused(401, 'Invalid API Key provided'),
  answer({ method, path, query, body }, books, desk, keep): FakeAnswer {
    const [first, second, id] = path;
    if (method === 'GET' && first === 'balance') {
      return ok({ object: 'balance', issuing: { available: [{ amount: balanceAt(desk), currency: 'aud' }] } });
    }
    if (method === 'GET' && first === 'balance_transactions') return entriesOf(desk, { query, report: books.report });
    if (first !== 'issuing') return NOT_FOUND;
    if (second === 'cardholders' && method === 'POST')
      return ok({ id: desk.next('ich'), object: 'issuing.cardholder' });
    if (second === 'authorizations' && id !== undefined) {
      const purchase = desk.state().purchases[id];
      return purchase ? ok(authorizationOf(id, purchase)) : NOT_FOUND;
    }
    if (second !== 'cards') return NOT_FOUND;
    if (id === undefined && method === 'GET') {
      const page = pageOf(books, query.get('starting_after'), Number(query.get('limit') ?? 10));
      const last = Object.keys(books.cards).at(-1);
      const hasMore = page.length > 0 && page.at(-1)?.id !== last;
      return ok({ object: 'list', data: page.map(objectOf), has_more: hasMore });
    }
    if (id === undefined) {
      const own = desk.next('ic');
      const card: FakeCard = {
        id: own,
        last4: own.replaceAll(/\D/g, '').padStart(4, '0').slice(-4),
        isVirtual: body['type'] === 'virtual',
        key: textOf(body['metadata[wattle]']),
        state: STATES[String(body['status'])] ?? 'off',
        created: Math.floor(desk.nowMs / 1000),
      };
      keep(card);
      return ok(objectOf(card));
    }
    const card = books.cards[id];
    if (!card) return NOT_FOUND;
    if (method === 'GET') return ok(objectOf(card));
    // A cancelled card stays so.
    if (card.state === 'closed') return refused(400, 'This card is canceled and cannot be updated.');
    const next = { ...card, state: STATES[String(body['status'])] ?? card.state };
    keep(next);
    return ok(objectOf(next));
  },
  confirm: (card, desk) => eventOf(desk, 'issuing_card.updated', objectOf(card)),
};

const ok = (body: object): FakeAnswer => ({ status: 200, body });

function objectOf({ id, last4, state, isVirtual, key, created }: FakeCard) {
  const card = cardObject({
    id,
    last4,
    exp_month: 7,
    exp_year: 2029,
    status: STATUSES[state],
    type: isVirtual ? 'virtual' : 'physical',
    created,
  });
  return { ...card, metadata: { wattle: key } };
}
