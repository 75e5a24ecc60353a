import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import {
  givenBrand,
  givenProduct,
  givenSession,
  givenTenant,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { postCents } from '../../../../test-support/ledger/ledger-money.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { givenUser, type Headers, postApi, statusOf } from '../../../../test-support/signed-in.ts';
import { postMoney } from '../../../../test-support/transfers.ts';
import { renewal } from '../renewal/renewal.kind.ts';

const CODE = '135790';
let test: TestApp;
let codeHash: string;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
  codeHash = await test.ctx.secrets.hashSecret(CODE);
});
afterAll(() => test.close());

type Reference = TestCard['reference'];
type Row = {
  readonly id: bigint;
  readonly status: string;
  readonly masked_number: string;
  readonly expiry: string;
  readonly replaces_id: bigint | null;
};

/** A holder with one card, which they may replace, and two of the staff. */
async function givenHolder() {
  const { ctx } = test;
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const product = await givenProduct(ctx, {
    brand,
    isReloadable: true,
    type: 3,
    settings: { isNonStock: true, replacementByCardholder: true },
  });
  const user = await givenUser(ctx, { brand, product, pin: '4826' });
  const staff = [await givenStaff(ctx, brand.tenantId), await givenStaff(ctx, brand.tenantId)] as const;
  return { ...user, staff };
}
type Holder = Awaited<ReturnType<typeof givenHolder>>;

const cardsOf = ({ card }: Holder) =>
  test.ctx.asOwner<Row>(
    'SELECT id, status, masked_number, expiry, replaces_id FROM card WHERE member_account_id = $1 ORDER BY id',
    [card.account.id],
  );
const named = ({ card }: Holder, row: Pick<Row, 'masked_number' | 'expiry'>): Reference => ({
  AccountNumber: card.account.accountNumber,
  MaskedCardNumber: row.masked_number,
  ExpirationDate: row.expiry,
});
const report = (headers: Headers, Card: Reference, IsStolen: boolean) =>
  postApi(test, 'card/lost', headers, { Card, IsStolen });
const order = (headers: Headers, Card: Reference, IsCardDamaged: boolean) =>
  postMoney(test, 'card/replace', headers, { Card, IsCardDamaged });

async function activate(holder: Holder, row: Row) {
  await test.ctx.asOwner('UPDATE card SET activation_code_hash = $2 WHERE id = $1', [row.id, codeHash]);
  const body = { Card: named(holder, row), code: CODE, pin: '4826' };
  return postApi(test, 'card/activateAllocatedCard', holder.headers, body);
}

async function byTwo([asker, manager]: readonly TestStaff[], command: string, input: Record<string, string | boolean>) {
  if (!asker || !manager) throw new Error('two of the staff');
  const asked = await give(test, asker, command, { input, reason: 'called us' });
  const request = asked.body.request?.id;
  return request === undefined ? asked : give(test, manager, 'approve', { input: { request } });
}

const waiting = (rows: readonly Row[]) => rows.find(({ status }) => status === 'Ordered') as Row;
const at = async (holder: Holder, place: number) => (await cardsOf(holder)).at(place) as Row;

describe('a reported number', () => {
  it.each([
    ['the card in use', 0],
    ['the card on its way', 1],
  ])('no longer works when %s is reported, and a card with another number can be ordered', async (_, place) => {
    const holder = await givenHolder();
    const { card, headers } = holder;
    expect((await order(headers, card.reference, true)).statusCode).toBe(200);
    const [, onItsWay] = (await cardsOf(holder)) as [Row, Row];
    const reported = await at(holder, place);
    expect((await report(headers, named(holder, reported), true)).json()).toMatchObject({
      ReferenceNumber: expect.stringMatching(/^26324\d{7,}$/),
    });
    expect((await cardsOf(holder)).map(({ status }) => status)).toEqual(
      place === 0 ? ['Stolen', 'Closed'] : ['Closed', 'Stolen'],
    );
    expect((await activate(holder, onItsWay)).statusCode).toBe(400);
    for (const expiry of [card.expiry, onItsWay.expiry]) {
      expect((await sendNetwork(test, 'authorisations', purchaseOf(card, { expiry }))).answer).not.toBe('00');
    }
    expect((await order(headers, named(holder, reported), false)).json()).toMatchObject({ result: true, Fee: 0 });
    const next = waiting(await cardsOf(holder));
    expect(next.masked_number).not.toBe(card.maskedNumber);
    expect((await activate(holder, next)).statusCode).toBe(200);
    expect((await cardsOf(holder)).filter(({ status }) => status === 'Active').map(({ id }) => id)).toEqual([next.id]);
  });

  it('may be reported by the name of a replaced card, and the card in use gets the status', async () => {
    const holder = await givenHolder();
    const { card, headers } = holder;
    await order(headers, card.reference, true);
    expect((await activate(holder, await at(holder, 1))).statusCode).toBe(200);
    expect((await report(headers, card.reference, true)).statusCode).toBe(200);
    expect((await cardsOf(holder)).map(({ status }) => status)).toEqual(['Replaced', 'Stolen']);
    expect((await order(headers, named(holder, await at(holder, 1)), false)).statusCode).toBe(200);
  });

  it('may be reported by a card-only session and by the desk', async () => {
    const [first, second] = [await givenHolder(), await givenHolder()];
    for (const { headers, card } of [first, second]) await order(headers, card.reference, true);
    const { headers } = await givenSession(test.ctx, { card: first.card });
    expect((await report(headers, first.card.reference, false)).statusCode).toBe(200);
    const input = { card: `card:${(await at(second, 1)).id}`, state: 'lost', checked: 'purchase' };
    expect((await give(test, second.staff[0], 'report-card', { input })).status).toBe(200);
    expect((await cardsOf(first)).map(({ status }) => status)).toEqual(['Lost', 'Closed']);
    expect((await cardsOf(second)).map(({ status }) => status)).toEqual(['Closed', 'Lost']);
  });

  it('stays unusable when the card on its way is activated at the same moment', async () => {
    const holder = await givenHolder();
    await order(holder.headers, holder.card.reference, true);
    const onItsWay = await at(holder, 1);
    const { headers } = await givenSession(test.ctx, { card: holder.card });
    const [activated, reported] = await Promise.all([
      activate(holder, onItsWay),
      report(headers, holder.card.reference, true),
    ]);
    expect(reported.statusCode).toBe(200);
    expect([200, 400, 429]).toContain(activated.statusCode);
    expect((await cardsOf(holder)).filter(({ status }) => status === 'Active')).toEqual([]);
  });
});

describe('a card restricted by the programme', () => {
  async function givenRestricted() {
    const holder = await givenHolder();
    const input = { card: `card:${holder.card.id}` };
    expect((await give(test, holder.staff[0], 'block-card', { input })).status).toBe(200);
    return { ...holder, input };
  }
  const details = async ({ headers, card }: Holder) =>
    (await postApi(test, 'card/details', headers, { Card: card.reference })).json();

  it('may be reported, and is replaced only after two members of staff release it', async () => {
    const holder = await givenRestricted();
    const { card, headers, staff, input } = holder;
    expect((await report(headers, card.reference, true)).statusCode).toBe(200);
    expect((await order(headers, card.reference, false)).json().error).toEqual(['10001']);
    expect(await details(holder)).toMatchObject({ CanReplaceLost: false, ReplacementWaits: true });
    const { body } = await give(test, staff[0], 'waiting-replacements', {});
    expect(body.rows).toEqual([
      expect.objectContaining({ ...input, as: 'stolen', account: card.account.accountNumber }),
    ]);
    expect((await byTwo(staff, 'release-replacement', input)).body.error).toBeUndefined();
    expect((await give(test, staff[0], 'waiting-replacements', {})).body.rows).toEqual([]);
    expect(await details(holder)).toMatchObject({ CanReplaceLost: true, ReplacementWaits: false });
    expect((await order(headers, card.reference, false)).statusCode).toBe(200);
  });

  it('is reissued by the desk with two approvals', async () => {
    const { staff, input, card } = await givenRestricted();
    expect((await byTwo(staff, 'reissue-card', input)).body.error).toBeUndefined();
    expect(await statusOf(test.ctx, card)).toBe('Replaced');
  });

  it('is not replaced after it has expired, and its account gets no additional card', async () => {
    const holder = await givenRestricted();
    await test.ctx.asOwner("UPDATE card SET expiry = '2026-10' WHERE id = $1", [holder.card.id]);
    const expired = { ...holder.card.reference, ExpirationDate: '2026-10' };
    expect((await order(holder.headers, expired, false)).json().error).toEqual(['10001']);
    const asked = { memberNumber: holder.card.account.accountNumber, checkBalance: false };
    const response = await postApi(test, 'card/canOrderAdditionalCard', holder.headers, asked);
    expect(response.json()).toMatchObject({ IsValid: false });
  });

  it('cannot be superseded by the card on its way until it is unblocked', async () => {
    const holder = await givenHolder();
    await order(holder.headers, holder.card.reference, true);
    const onItsWay = await at(holder, 1);
    const input = { card: `card:${holder.card.id}` };
    await give(test, holder.staff[0], 'block-card', { input });
    expect((await activate(holder, onItsWay)).json().error).toEqual(['10001']);
    await byTwo(holder.staff, 'unblock-card', input);
    expect((await activate(holder, onItsWay)).statusCode).toBe(200);
  });

  it('stays restricted when the card on its way is reported in its place', async () => {
    const holder = await givenHolder();
    await order(holder.headers, holder.card.reference, true);
    await give(test, holder.staff[0], 'block-card', { input: { card: `card:${holder.card.id}` } });
    const onItsWay = named(holder, await at(holder, 1));
    expect((await report(holder.headers, onItsWay, false)).statusCode).toBe(200);
    expect((await order(holder.headers, onItsWay, false)).json().error).toEqual(['10001']);
  });

  it('stays restricted by the programme where its holder had blocked it before', async () => {
    const holder = await givenHolder();
    const { card, headers, staff } = holder;
    await postApi(test, 'card/block', headers, { Card: card.reference });
    await give(test, staff[0], 'block-card', { input: { card: `card:${card.id}` } });
    expect((await order(headers, card.reference, false)).json().error).toEqual(['10001']);
  });
});

it('a card blocked by its holder is replaced after it is reported', async () => {
  const { card, headers } = await givenHolder();
  await postApi(test, 'card/block', headers, { Card: card.reference });
  expect((await report(headers, card.reference, true)).statusCode).toBe(200);
  expect((await order(headers, card.reference, false)).statusCode).toBe(200);
});

describe('after a random history', () => {
  const ACTS = ['lost', 'stolen', 'damaged', 'replace', 'activate', 'block', 'deskBlock', 'deskUnblock'] as const;
  const MORE = ['deskReport', 'reissue', 'renew', 'off', 'on', 'release'] as const;
  type Act = (typeof ACTS | typeof MORE)[number];

  const carryOut: Readonly<Record<Act, (holder: Holder, row: Row) => Promise<unknown>>> = {
    lost: (holder, row) => report(holder.headers, named(holder, row), false),
    stolen: (holder, row) => report(holder.headers, named(holder, row), true),
    damaged: (holder, row) => order(holder.headers, named(holder, row), true),
    replace: (holder, row) => order(holder.headers, named(holder, row), false),
    activate,
    block: (holder, row) => postApi(test, 'card/block', holder.headers, { Card: named(holder, row) }),
    deskBlock: ({ staff }, { id }) => give(test, staff[0], 'block-card', { input: { card: `card:${id}` } }),
    deskUnblock: ({ staff }, { id }) => byTwo(staff, 'unblock-card', { card: `card:${id}` }),
    deskReport: ({ staff }, { id }) =>
      give(test, staff[0], 'report-card', { input: { card: `card:${id}`, state: 'lost', checked: 'born' } }),
    reissue: ({ staff }, { id }) => byTwo(staff, 'reissue-card', { card: `card:${id}` }),
    release: ({ staff }, { id }) => byTwo(staff, 'release-replacement', { card: `card:${id}` }),
    renew: ({ card }, { id }) =>
      test.ctx.payments.submit({
        tenantId: card.brand.tenantId,
        kind: renewal,
        key: `renew:${id}:${Math.random()}`,
        actor: 'due',
        requestId: 'test',
        input: { cardId: id },
      }),
    off: (holder, row) => postApi(test, 'card/turnCardOff', holder.headers, { Card: named(holder, row) }),
    on: (holder, row) => postApi(test, 'card/turnCardOn', holder.headers, { Card: named(holder, row) }),
  };

  /** The same histories on each run. */
  const drawer = (seed: number) => {
    let state = seed;
    return (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  };

  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    'a reported number pays nothing, and its holder can order a card (%i)',
    async (seed) => {
      const draw = drawer(seed * 7_919);
      const holder = await givenHolder();
      await postCents(test.ctx, holder.card.account, 10_000_00n);
      const acts: readonly Act[] = [...ACTS, ...MORE];
      const dead = new Set<string>();
      const history: string[] = [];
      for (let step = 0; step < 14; step += 1) {
        const rows = await cardsOf(holder);
        const row = rows[draw(rows.length)] as Row;
        // Every other history begins with a card on its way.
        const act: Act = step === 0 && seed % 2 === 0 ? 'damaged' : (acts[draw(acts.length)] as Act);
        await carryOut[act](holder, row);
        history.push(`${act} ${rows.indexOf(row)}`);
        const isReport = act === 'lost' || act === 'stolen' || act === 'deskReport';
        if (isReport) dead.add(row.masked_number);
        const after = await cardsOf(holder);
        const alive = after.filter(({ status }) => !['Lost', 'Stolen', 'Replaced', 'Closed'].includes(status));
        const paying = alive.filter(({ masked_number }) => dead.has(masked_number));
        expect({ history, paying }).toEqual({ history, paying: [] });
      }
      for (const row of await cardsOf(holder)) {
        if (dead.has(row.masked_number)) expect((await activate(holder, row)).statusCode).toBe(400);
      }
      await expectsACard(holder, history);
    },
  );

  /**
   * Once the desk has released the replacement, the holder has a card that works or is on its way, or can order one.
   */
  async function expectsACard(holder: Holder, history: readonly string[]) {
    for (const { id, status } of await cardsOf(holder)) {
      if (status === 'Restricted') await carryOut.deskUnblock(holder, { id } as Row);
      if (status === 'Lost' || status === 'Stolen') await carryOut.release(holder, { id } as Row);
    }
    const list = await test.app.inject({ method: 'GET', url: '/api/card/cards', headers: holder.headers });
    const shown = (
      list.json().cards as { value: { CardStatus: string; MaskedCardNumber: string; ExpirationDate: string } }[]
    ).map(({ value }) => value);
    if (shown.some(({ CardStatus }) => ['Active', 'ActiveOff', 'Ordered', 'NotIssued'].includes(CardStatus))) return;
    const outcomes = await Promise.all(
      shown.map(({ MaskedCardNumber, ExpirationDate }) =>
        order(holder.headers, named(holder, { masked_number: MaskedCardNumber, expiry: ExpirationDate }), false),
      ),
    );
    const codes = outcomes.map(({ statusCode }) => statusCode);
    expect({ history, codes }).toEqual({ history, codes: expect.arrayContaining([200]) });
  }
});
