import { type FakeAnswer, type FakeApi, type FakeCard, pageOf, textOf } from '../sandbox/fake-api.ts';
import { balanceAt } from '../sandbox/fake-settlement.ts';
import { bodyOf, type LithicPurchase } from './sandbox.ts';
import { reportOf } from './sandbox-settlement.ts';

const STATES: Readonly<Record<string, FakeCard['state']>> = { OPEN: 'on', PAUSED: 'off', CLOSED: 'closed' };
const WORDS = { on: 'OPEN', off: 'PAUSED', closed: 'CLOSED', beingMade: 'PENDING_FULFILLMENT' } as const;

const refused = (status: number, message: string): FakeAnswer => ({
  status,
  body: { debugging_request_id: '00000000-0000-4000-8000-000000000000', message },
});
const NOT_FOUND = refused(404, 'There is no such object');

/** Calls of Lithic's API that its adapter makes. */
export const lithicFakeApi: FakeApi<LithicPurchase> = {
  kind: 'lithic',
  keyOf: (authorization) => authorization || undefined,
  keyRefused: refused(401, 'The API key is not valid'),
  answer({ method, path, query, body }, books, desk, keep): FakeAnswer {
    const [first, id] = path;
    if (first === 'balances') {
      return ok({ data: [{ available_amount: balanceAt(desk), currency: 'AUD' }], has_more: false });
    }
    if (first === 'reports' && id === 'settlement') {
      const [, , what = '', day = ''] = path;
      return reportOf(desk, { what, day, query, report: books.report }) ?? NOT_FOUND;
    }
    if (first === 'transactions' && id !== undefined) {
      const purchase = desk.state().purchases[id];
      return purchase ? ok(bodyOf(id, purchase)) : NOT_FOUND;
    }
    if (first !== 'cards') return NOT_FOUND;
    if (id === undefined && method === 'GET') {
      const memo = query.get('memo') ?? '';
      const cards = Object.fromEntries(Object.entries(books.cards).filter(([, { key }]) => key.includes(memo)));
      const page = pageOf({ ...books, cards }, query.get('starting_after'), Number(query.get('page_size') ?? 50));
      const last = Object.keys(cards).at(-1);
      return ok({ data: page.map(objectOf), has_more: page.length > 0 && page.at(-1)?.id !== last });
    }
    if (id === undefined) {
      const own = desk.next('card');
      const isVirtual = body['type'] !== 'PHYSICAL';
      const card: FakeCard = {
        id: own,
        last4: own.replaceAll(/\D/g, '').padStart(4, '0').slice(-4),
        isVirtual,
        key: textOf(body['memo']),
        state: isVirtual ? 'on' : 'beingMade',
        created: Math.floor(desk.nowMs / 1000),
      };
      keep(card);
      return ok(objectOf(card));
    }
    const card = books.cards[id];
    if (!card) return NOT_FOUND;
    if (method === 'GET') return ok(objectOf(card));
    // A closed card stays so.
    if (card.state === 'closed') return refused(400, 'The card is closed');
    const next = { ...card, state: STATES[String(body['state'])] ?? card.state };
    keep(next);
    return ok(objectOf(next));
  },
  confirm(card, desk) {
    const body = { event_type: 'card.updated', card_token: card.id, state: WORDS[card.state], previous_fields: {} };
    return { path: 'events', id: desk.next('msg'), name: 'card.updated', body: JSON.stringify(body) };
  },
};

const ok = (body: object): FakeAnswer => ({ status: 200, body });

function objectOf({ id, last4, state, isVirtual, key, created }: FakeCard) {
  return {
    token: id,
    account_token: 'account_sandbox_1',
    card_program_token: 'program_sandbox_1',
    cardholder_currency: 'AUD',
    created: new Date(created * 1000).toISOString(),
    exp_month: '07',
    exp_year: '2029',
    funding: null,
    last_four: last4,
    memo: key,
    pin_status: 'NOT_SET',
    spend_limit: 0,
    spend_limit_duration: 'TRANSACTION',
    state: WORDS[state],
    type: isVirtual ? 'VIRTUAL' : 'PHYSICAL',
  };
}
