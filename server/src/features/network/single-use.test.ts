import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenCard, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

describe('a single-use card', () => {
  const statusOf = async (card: TestCard) => {
    const [row] = await test.ctx.asOwner<{ status: string }>('SELECT status FROM card WHERE id = $1', [card.id]);
    return row?.status;
  };
  const single = async () => {
    const card = await givenCard(test.ctx, { balance: 20_000n });
    await test.ctx.asOwner("UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1", [card.id]);
    return card;
  };
  const reverse = (original: string, given: object = {}) =>
    sendNetwork(test, 'reversals', { reference: freshReference(), original, ...given });

  it('is not used up by a verification of 0.00, nor by one of 1.00 that is reversed', async () => {
    const card = await single();
    const asked = (amount: number) => purchaseOf(card, { amount, channel: 'manual' });
    expect(await sendNetwork(test, 'authorisations', asked(0))).toMatchObject({ answer: '00', available: 20_000 });
    const check = asked(100);
    expect(await sendNetwork(test, 'authorisations', check)).toMatchObject({ answer: '00' });
    expect(await statusOf(card)).toBe('Closed');
    await reverse(check.reference);
    expect(await statusOf(card)).toBe('Active');
    expect(await sendNetwork(test, 'authorisations', asked(5_000))).toMatchObject({ answer: '00', available: 15_000 });
    // The reversal comes again, after another purchase has used the card.
    await reverse(check.reference);
    expect(await statusOf(card)).toBe('Closed');
  });

  it('stays used up after a partial reversal or a clearing', async () => {
    for (const isCleared of [false, true]) {
      const card = await single();
      const purchase = purchaseOf(card, { amount: 5_000, channel: 'manual' });
      await sendNetwork(test, 'authorisations', purchase);
      if (isCleared)
        await sendNetwork(test, 'clearings', {
          ...purchase,
          reference: freshReference(),
          original: purchase.reference,
          amount: 1_000,
        });
      await reverse(purchase.reference, isCleared ? {} : { replacementAmount: 100 });
      expect(await statusOf(card)).toBe('Closed');
    }
  });
});
