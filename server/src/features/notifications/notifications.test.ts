import type { NotificationItem } from '@wattle/contract/notifications/notifications.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { sweep } from '../../../test-support/due-work.ts';
import {
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { getApi, givenUser, type Headers, postApi } from '../../../test-support/signed-in.ts';
import { postMoney, transferBody } from '../../../test-support/transfers.ts';
import { addDefaultAlerts } from '../alerts/public.ts';
import { sendAlerts } from '../alerts/send-alerts.due.ts';
import { notifyHolder } from '../messages/public.ts';
import { forgetNotifications, KEPT_MS } from './forget-notifications.due.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import { addNotifications, addSignIn } from './public.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** Someone with a sign-in, as after an activation. */
async function givenReader() {
  const product = await givenProduct(test.ctx, { settings: { internalTransfers: true, paymentLimit: null } });
  const user = await givenUser(test.ctx, { product, brand: product.brand, balance: 100_000n });
  await test.ctx.database.transact(user.card.brand.tenantId, (tx) =>
    addDefaultAlerts(tx, {
      tenantId: user.card.brand.tenantId,
      holderId: user.holder.id,
      memberAccountId: user.card.account.id,
    }),
  );
  return { ...user, product };
}

async function listOf(headers: Headers, query = ''): Promise<NotificationItem[]> {
  await sweep(test.ctx, sendAlerts);
  const response = await getApi(test, `notifications?language=enAU${query}`, headers);
  return response.json<{ Notifications: NotificationItem[] }>().Notifications;
}

const unread = async (headers: Headers) =>
  (await getApi(test, 'notifications/unread', headers)).json<{ Unread: number }>().Unread;
const kinds = (list: readonly NotificationItem[]) => list.map(({ Kind, Name, Amount }) => [Kind, Name, Amount]);

function noteSignIn(webAccountId: bigint, card: TestCard, browser: string): Promise<void> {
  const { tenantId } = card.brand;
  const words = { browser, system: 'Windows' };
  return test.ctx.database.transact(tenantId, async (tx) =>
    addSignIn(tx, tenantId, {
      webAccountId,
      kind: 'signIn',
      cause: `sign-in:${browser}/Windows`,
      params: { words: { enAU: words, zhCN: words } },
      at: test.ctx.clocks.business.now(),
    }),
  );
}

describe('GET notifications', () => {
  it('lists a purchase and a decline once each, newest first, with the row that they lead to', async () => {
    const { card, headers } = await givenReader();
    const purchase = purchaseOf(card);
    await sendNetwork(test, 'authorisations', purchase);
    await sendNetwork(test, 'authorisations', purchase);
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 900_000 }));
    const list = await listOf(headers);
    expect(kinds(list)).toEqual([
      ['declined', 'Corner Cafe', -9_000],
      ['purchase', 'Corner Cafe', -12.34],
    ]);
    expect(list[0]).toMatchObject({
      DeclineReason: 'pinMissing',
      IsRead: false,
      AccountNumber: card.account.accountNumber,
    });
    const recent = await postApi(test, 'transaction/recent', headers, { Card: card.reference });
    expect(JSON.stringify(recent.json())).toContain(list[1]?.TransactionId);
  });

  it('lists a payment at both ends, and none that was refused', async () => {
    const payer = await givenReader();
    const holder = await givenHolder(test.ctx, { brand: payer.product.brand });
    const payee = await givenUser(test.ctx, { brand: payer.product.brand, product: payer.product, holder });
    const place = { tenantId: payee.card.brand.tenantId, holderId: holder.id, memberAccountId: payee.card.account.id };
    await test.ctx.database.transact(place.tenantId, (tx) => addDefaultAlerts(tx, place));
    const pay = (Amount: number) =>
      postMoney(
        test,
        'transfer/internal',
        payer.headers,
        transferBody(payer.card.account, payee.card.account, { Amount }),
      );
    await pay(25);
    await pay(99_000);
    expect((await listOf(payer.headers)).map(({ Kind, Amount }) => [Kind, Amount])).toEqual([['moneyOut', -25]]);
    expect((await listOf(payee.headers)).map(({ Kind, Amount }) => [Kind, Amount])).toEqual([['moneyIn', 25]]);
  });

  it('notifies a nominee of purchases with their own card and payments of their own alone', async () => {
    const { card, product, headers: owner } = await givenReader();
    const holder = await givenHolder(test.ctx, { brand: product.brand });
    const own = await givenCard(test.ctx, { account: card.account, holder, product });
    const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount });
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    await sendNetwork(test, 'authorisations', purchaseOf(own, { amount: 500 }));
    const payee = await givenUser(test.ctx, { product, brand: product.brand });
    const pay = (by: Headers, Amount: number) =>
      postMoney(test, 'transfer/internal', by, transferBody(card.account, payee.card.account, { Amount }));
    expect((await pay(owner, 30)).statusCode).toBe(200);
    expect(kinds(await listOf(headers))).toEqual([['purchase', 'Corner Cafe', -5]]);
    expect((await pay(headers, 20)).statusCode).toBe(200);
    expect((await listOf(headers)).map(({ Kind, Amount }) => [Kind, Amount])).toEqual([
      ['moneyOut', -20],
      ['purchase', -5],
    ]);
  });

  it('gives the values of a notice in the asked language, and masks card numbers in them', async () => {
    const { card, holder, headers } = await givenReader();
    const { tenantId } = card.brand;
    await test.ctx.database.transact(tenantId, (tx) =>
      notifyHolder(tx, test.ctx, {
        tenantId,
        brandId: card.brand.id,
        holderId: holder.id,
        template: 'scheduleFailed',
        params: (language) => ({ amount: '$5.00', name: language === 'zhCN' ? '房租' : 'Rent 4111111111111111' }),
        shown: { name: 'Rent', cents: -500n },
        dedupKey: 'rent:1',
        everyContact: false,
      }),
    );
    const [english] = await listOf(headers);
    expect(english).toMatchObject({ Kind: 'scheduleFailed', Name: 'Rent', Amount: -5 });
    expect(english?.Values['name']).not.toContain('4111111111111111');
    const chinese = await getApi(test, 'notifications?language=zhCN', headers);
    expect(chinese.json<{ Notifications: NotificationItem[] }>().Notifications[0]?.Values['name']).toBe('房租');
  });

  it('leads to its row also where the id of the row looks like a card number', async () => {
    const { card, headers, webAccount } = await givenReader();
    // Passes Luhn with the first digits of its last part: 8713-9100811498.
    const transactionId = '634f90a9-afab-43f7-8713-9100811498f6';
    expect(maskWords(transactionId)).not.toBe(transactionId);
    const { accountNumber } = card.account;
    const purchase = { kind: 'purchase' as const, cause: 'authorisation:1', at: test.ctx.clocks.business.now() };
    const params = { name: 'Shop 4111111111111111', cents: -500n, transactionId, accountNumber };
    await test.ctx.database.transact(card.brand.tenantId, async (tx) =>
      addNotifications(tx, card.brand.tenantId, [{ ...purchase, webAccountId: webAccount.id, params }]),
    );
    const [listed] = await listOf(headers);
    expect(listed).toMatchObject({ TransactionId: transactionId, AccountNumber: accountNumber, Amount: -5 });
    expect(listed?.Name).not.toContain('4111111111111111');
  });

  it('lists a sign-in from a new device, and the first one of all as read', async () => {
    const { card, headers, webAccount } = await givenReader();
    await noteSignIn(webAccount.id, card, 'Firefox');
    await noteSignIn(webAccount.id, card, 'Chrome');
    await noteSignIn(webAccount.id, card, 'Chrome');
    const list = await listOf(headers, '&topic=security');
    expect(list.map(({ Values, IsRead }) => [Values['browser'], IsRead])).toEqual([
      ['Chrome', false],
      ['Firefox', true],
    ]);
    expect(await listOf(headers, '&topic=money')).toEqual([]);
  });

  it('is asked for in pages by the last one that is known', async () => {
    const { card, headers, webAccount } = await givenReader();
    await test.ctx.asOwner(
      `INSERT INTO notification (tenant_id, web_account_id, topic, kind, cause, params, happened_at)
       SELECT $1, $2, 'card', 'purchase', 'page:' || n, jsonb_build_object('name', n::text), now()
         FROM generate_series(1, 45) AS n`,
      [card.brand.tenantId, webAccount.id],
    );
    const first = await listOf(headers);
    expect(first.map(({ Name }) => Number(Name))).toEqual(Array.from({ length: 20 }, (_, place) => 45 - place));
    const second = await listOf(headers, `&beforeId=${first.at(-1)?.Id}`);
    const last = await getApi(test, `notifications?language=enAU&beforeId=${second.at(-1)?.Id}`, headers);
    expect(last.json()).toMatchObject({ HasMore: false, Notifications: expect.objectContaining({ length: 5 }) });
    expect(await unread(headers)).toBe(45);
  });
});

describe('reading', () => {
  it('marks one, or all up to the newest that was seen', async () => {
    const { card, headers } = await givenReader();
    for (let count = 0; count < 3; count += 1) await sendNetwork(test, 'authorisations', purchaseOf(card));
    const [newest, middle] = await listOf(headers);
    expect(await unread(headers)).toBe(3);
    expect((await postApi(test, 'notifications/read', headers, { Id: newest?.Id })).json()).toEqual({ Unread: 2 });
    const all = await postApi(test, 'notifications/readAll', headers, { NewestId: middle?.Id });
    expect(all.json()).toEqual({ Unread: 0 });
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    await listOf(headers);
    expect(await unread(headers)).toBe(1);
  });

  it('is refused for a notification of somebody else', async () => {
    const { card, headers } = await givenReader();
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    const [own] = await listOf(headers);
    const stranger = await givenReader();
    expect((await postApi(test, 'notifications/read', stranger.headers, { Id: own?.Id })).statusCode).toBe(404);
    await postApi(test, 'notifications/readAll', stranger.headers, { NewestId: own?.Id });
    expect(await unread(headers)).toBe(1);
  });
});

it('notifications of more than 13 months ago are deleted', async () => {
  const { card, headers, webAccount } = await givenReader();
  const now = test.ctx.clocks.business.now();
  for (const [cause, age] of [
    ['old', KEPT_MS + 86_400_000],
    ['kept', KEPT_MS - 2 * 86_400_000],
  ] as const) {
    await test.ctx.asOwner(
      `INSERT INTO notification (tenant_id, web_account_id, topic, kind, cause, params, happened_at)
       VALUES ($1, $2, 'card', 'purchase', $3, jsonb_build_object('name', $3::text), $4)`,
      [card.brand.tenantId, webAccount.id, cause, new Date(now - age)],
    );
  }
  await sweep(test.ctx, forgetNotifications);
  expect((await listOf(headers)).map(({ Name }) => Name)).toEqual(['kept']);
});
