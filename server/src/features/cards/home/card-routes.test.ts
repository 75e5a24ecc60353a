import type { CardListItem } from '@wattle/contract/cards/card.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { auditOf, getApi, givenUser, postApi, statusOf, type Headers } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(() => test.close());

const about = (card: TestCard) => ({ Card: card.reference });

async function listOf(headers: Headers, query = ''): Promise<CardListItem[]> {
  const response = await getApi(test, `card/cards${query}`, headers);
  expect(response.statusCode).toBe(200);
  return response.json<{ cards: CardListItem[] }>().cards;
}

const endings = (cards: readonly CardListItem[]) => cards.map(({ value }) => value.MaskedCardNumber);

describe('GET card/cards', () => {
  it('lists the holder’s cards, the default one first', async () => {
    const { card, holder, headers } = await givenUser(test.ctx);
    const older = await givenCard(test.ctx, { holder });
    const [first, second] = await listOf(headers);
    expect([first?.value.MaskedCardNumber, second?.value.MaskedCardNumber]).toEqual([
      card.maskedNumber,
      older.maskedNumber,
    ]);
    expect(first?.value).toMatchObject({
      AccountNumber: card.account.accountNumber,
      AccNo: card.account.accountNumber,
      AccountNumberFormatted: card.account.accountNumber.replace(/(\d{3})(\d{3})(\d{3})/, '$1 $2 $3'),
      ExpirationDate: '2029-11',
      Expiry: '11/29',
      IsAccountPaymentLimitSet: false,
      CardStatus: 'Active',
      AvailableAccountBalance: 100,
      SpendLimit: -1,
      CardScheme: 'Visa',
      ProductType: 3,
      CardThumbnail: null,
    });
  });

  it('shows the available balance less what is held', async () => {
    const { card, headers } = await givenUser(test.ctx);
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1_234 }));
    expect((await listOf(headers))[0]?.value.AvailableAccountBalance).toBe(87.66);
  });

  it('leaves out replaced and closed cards, and cards past their month', async () => {
    const { card, holder, headers } = await givenUser(test.ctx);
    for (const status of ['Replaced', 'Expired', 'Closed']) await givenCard(test.ctx, { holder, status });
    await givenCard(test.ctx, { holder, expiry: '2026-10' });
    const thisMonth = await givenCard(test.ctx, { holder, expiry: '2026-11' });
    const listed = await Promise.all(
      ['ActiveOff', 'NotIssued', 'Ordered', 'Restricted', 'Stolen', 'Lost'].map((status) =>
        givenCard(test.ctx, { holder, status }),
      ),
    );
    expect(new Set(endings(await listOf(headers)))).toEqual(
      new Set([card, thisMonth, ...listed].map(({ maskedNumber }) => maskedNumber)),
    );
    // 13:00 UTC on 30 November is the first moment of December in Melbourne.
    test.ctx.setBusinessTime('2026-11-30T12:59:59Z');
    expect(endings(await listOf(headers))).toContain(thisMonth.maskedNumber);
    test.ctx.setBusinessTime('2026-11-30T13:00:00Z');
    expect(endings(await listOf(headers))).not.toContain(thisMonth.maskedNumber);
  });

  it('shows a card-only caller only that card', async () => {
    const { card, holder } = await givenUser(test.ctx);
    await givenCard(test.ctx, { holder });
    const { headers } = await givenSession(test.ctx, { card });
    expect(endings(await listOf(headers))).toEqual([card.maskedNumber]);
  });

  it('shows a nominee only their own card, with the shared balance', async () => {
    const { card } = await givenUser(test.ctx);
    const nominee = await givenHolder(test.ctx, { brand: card.brand });
    const own = await givenCard(test.ctx, { account: card.account, holder: nominee, spendLimit: 5_000n });
    const webAccount = await givenWebAccount(test.ctx, { holder: nominee, account: card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount });
    const cards = await listOf(headers);
    expect(endings(cards)).toEqual([own.maskedNumber]);
    expect(cards[0]?.value).toMatchObject({ AvailableAccountBalance: 100, SpendLimit: 50 });
  });

  it('includes the versioned address of the picture when asked', async () => {
    const { card, headers } = await givenUser(test.ctx);
    await test.ctx.asOwner(
      "INSERT INTO brand_asset (tenant_id, brand_id, name, content_type, body, version) VALUES ($1, $2, 'card-everyday.svg', 'image/svg+xml', '', '0123456789abcdef')",
      [card.brand.tenantId, card.brand.id],
    );
    const [item] = await listOf(headers, '?includeImages=true');
    expect(item?.value.CardThumbnail).toBe(
      `/assets/brands/${card.brand.identifier}/card-everyday.svg?v=0123456789abcdef`,
    );
    expect((await listOf(headers, '?includeImages=false'))[0]?.value.CardThumbnail).toBeNull();
    expect((await getApi(test, 'card/cards?includeImages=perhaps', headers)).statusCode).toBe(400);
  });

  it('drops a feature that instance, tenant, brand or product switches off', async () => {
    const features = { bpay: true, internalTransfers: true, externalTransfers: true, voucherTopUp: true };
    const brand = await givenBrand(test.ctx);
    const product = await givenProduct(test.ctx, { brand, settings: features });
    const { headers } = await givenUser(test.ctx, { brand, product });
    const flags = async () => {
      const value = (await listOf(headers))[0]?.value;
      return [
        value?.IsBPayAllowed,
        value?.IsInternalTransferAllowed,
        value?.IsExternalTransferAllowed,
        value?.AllowVoucherTopUp,
      ];
    };
    expect(await flags()).toEqual([true, true, true, true]);
    await test.ctx.asOwner('UPDATE product SET settings = settings || \'{"voucherTopUp": false}\' WHERE id = $1', [
      product.id,
    ]);
    expect(await flags()).toEqual([true, true, true, false]);
    await test.ctx.asOwner(
      "UPDATE brand SET settings = jsonb_set(settings, '{Features,externalTransfers}', 'false') WHERE id = $1",
      [brand.id],
    );
    expect(await flags()).toEqual([true, true, false, false]);
    await test.ctx.asOwner('UPDATE tenant SET features = \'{"transfers": false}\' WHERE id = $1', [brand.tenantId]);
    expect(await flags()).toEqual([true, false, false, false]);
    await test.ctx.asOwner('UPDATE instance_setting SET features = \'{"bpay": false}\'');
    expect(await flags()).toEqual([false, false, false, false]);
    await test.ctx.asOwner("UPDATE instance_setting SET features = '{}'");
  });
});

describe('POST card/details', () => {
  it('shows the posted, held and available balances', async () => {
    const { card, headers } = await givenUser(test.ctx);
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 3_000 }));
    const response = await postApi(test, 'card/details', headers, about(card));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      AccountBalance: 100,
      HeldBalance: 30,
      AvailableAccountBalance: 70,
      MaskedCardNumber: card.maskedNumber,
      ExpiryDate: '2029-11',
      Cvv2: null,
      SpendLimit: -1,
      InterestYearToDate: 0,
    });
    expect(response.body).not.toContain(card.pan);
  });

  it('offers a nominee neither statements nor limits nor additional cards nor automatic top-up', async () => {
    const product = await givenProduct(test.ctx, {
      settings: { statements: true, purchaseLimits: true, paymentLimits: true, additionalCards: true, autoTopUp: true },
    });
    const user = await givenUser(test.ctx, { brand: product.brand, product });
    const nominee = await givenHolder(test.ctx, { brand: product.brand });
    const own = await givenCard(test.ctx, { account: user.card.account, holder: nominee, product });
    const webAccount = await givenWebAccount(test.ctx, {
      holder: nominee,
      account: user.card.account,
      extension: '01',
    });
    const { headers } = await givenSession(test.ctx, { webAccount });
    const offers = (isOffered: boolean) => ({
      AllowViewStatement: isOffered,
      ShowManagePurchaseLimits: isOffered,
      ShowManagePaymentLimits: isOffered,
      ShowOrderAdditionalCard: isOffered,
    });
    expect((await postApi(test, 'card/details', user.headers, about(user.card))).json()).toMatchObject(offers(true));
    expect((await postApi(test, 'card/details', headers, about(own))).json()).toMatchObject(offers(false));
    const mayTopUp = async (caller: typeof headers) => {
      const list = await test.app.inject({ url: '/api/card/cards', headers: caller });
      return list
        .json<{ cards: { value: { AllowAutoTopUp: boolean } }[] }>()
        .cards.map(({ value }) => value.AllowAutoTopUp);
    };
    expect([await mayTopUp(user.headers), await mayTopUp(headers)]).toEqual([[true], [false]]);
  });
});

describe('turning a card off and on', () => {
  it('declines purchases while the card is off, shows the cardholder why, and is audited', async () => {
    const { card, headers } = await givenUser(test.ctx);
    expect((await postApi(test, 'card/turnCardOff', headers, about(card))).json()).toEqual({ IsSuccessful: true });
    expect(await statusOf(test.ctx, card)).toBe('ActiveOff');
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card))).toMatchObject({ answer: '62' });
    const recent = await postApi(test, 'transaction/recent', headers, about(card));
    expect(recent.json().Transactions).toEqual([
      expect.objectContaining({
        IsDeclined: true,
        DeclineReason: 'cardOff',
        Description: 'Corner Cafe',
        Amount: -12.34,
        Sequence: null,
      }),
      expect.objectContaining({ Sequence: 1 }),
    ]);
    expect((await postApi(test, 'card/turnCardOn', headers, about(card))).json()).toEqual({ IsSuccessful: true });
    expect(await statusOf(test.ctx, card)).toBe('Active');
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card))).toMatchObject({ answer: '00' });
    expect(await auditOf(test.ctx, card)).toEqual(['card.turned_off ok', 'card.turned_on ok']);
  });

  it('succeeds without a change when repeated, and is audited once when requested concurrently', async () => {
    const { card, headers } = await givenUser(test.ctx);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => postApi(test, 'card/turnCardOff', headers, about(card))),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await auditOf(test.ctx, card)).toEqual(['card.turned_off ok']);
    expect((await postApi(test, 'card/turnCardOn', headers, about(card))).statusCode).toBe(200);
    expect((await postApi(test, 'card/turnCardOn', headers, about(card))).statusCode).toBe(200);
  });

  it('is refused for a card past its month', async () => {
    const { card, headers } = await givenUser(test.ctx, { expiry: '2026-10', status: 'ActiveOff' });
    expect((await postApi(test, 'card/turnCardOn', headers, about(card))).json().error).toEqual(['10001']);
    expect(await statusOf(test.ctx, card)).toBe('ActiveOff');
  });
});

describe('the caller', () => {
  it('is primary, a nominee with an extension, or a card-only holder', async () => {
    const user = await givenUser(test.ctx);
    const nominee = await givenHolder(test.ctx, { brand: user.card.brand });
    await givenCard(test.ctx, { account: user.card.account, holder: nominee });
    const webAccount = await givenWebAccount(test.ctx, {
      holder: nominee,
      account: user.card.account,
      extension: '01',
    });
    const other = await givenSession(test.ctx, { webAccount });
    const cardOnly = await givenSession(test.ctx, { card: user.card });
    expect((await postApi(test, 'card/isPrimaryAccount', user.headers)).json()).toBe(true);
    expect((await postApi(test, 'card/isPrimaryAccount', other.headers)).json()).toBe(false);
    expect((await postApi(test, 'card/isPrimaryAccount', cardOnly.headers)).json()).toBe(true);
    const { accountNumber } = user.card.account;
    expect((await getApi(test, 'card/getAccountLoginName', user.headers)).json()).toEqual({
      AccountLoginNumber: accountNumber,
      IsAccountUsernameForNominee: false,
    });
    expect((await getApi(test, 'card/getAccountLoginName', other.headers)).json()).toEqual({
      AccountLoginNumber: `${accountNumber}-01`,
      IsAccountUsernameForNominee: true,
    });
    expect((await getApi(test, 'card/getAccountLoginName', cardOnly.headers)).statusCode).toBe(403);
  });

  it('may clear the list of cards, which the server does not keep', async () => {
    const { headers } = await givenUser(test.ctx);
    expect((await postApi(test, 'card/clearcards', headers)).json()).toEqual({ IsSuccessful: true });
  });
});
