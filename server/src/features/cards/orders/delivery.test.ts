import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenProduct } from '../../../../test-support/factories.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

type Moments = {
  readonly created_at?: string;
  readonly plastic_ordered_at?: string;
  readonly dispatched_at?: string;
  readonly delivered_at?: string;
};

/** Delivery of a card with these moments, as `card/details` says it. */
async function deliveryOf(status: string, moments: Moments, settings: object = {}) {
  const product = await givenProduct(test.ctx, { settings });
  const { card, headers } = await givenUser(test.ctx, { brand: product.brand, product, status });
  for (const [column, at] of Object.entries(moments)) {
    await test.ctx.asOwner(`UPDATE card SET ${column} = $2 WHERE id = $1`, [card.id, at]);
  }
  return (await postApi(test, 'card/details', headers, { Card: card.reference })).json().Delivery;
}

describe('the delivery of a card', () => {
  it('is counted in business days from its order', async () => {
    // Friday 11 December, 3:30 pm in Melbourne: the 7th business day is Tuesday 22 December.
    expect(await deliveryOf('Ordered', { created_at: '2026-12-11T04:30:00Z' })).toEqual({
      OrderedOn: '2026-12-11',
      PostedOn: null,
      ArrivedOn: null,
      ArrivesBy: '2026-12-22',
    });
  });

  it('takes as long as its product says, without public holidays', async () => {
    // Thursday, then Tuesday 29 December: Friday to Monday are Christmas, a weekend and the day that replaces Boxing Day.
    expect(await deliveryOf('Ordered', { created_at: '2026-12-23T00:00:00Z' }, { postDays: 2 })).toMatchObject({
      OrderedOn: '2026-12-23',
      ArrivesBy: '2026-12-29',
    });
  });

  it('begins when its maker has the order, and says when it was posted and delivered', async () => {
    const moments = {
      created_at: '2026-11-01T00:00:00Z',
      plastic_ordered_at: '2026-11-19T13:30:00Z',
      dispatched_at: '2026-11-23T02:00:00Z',
      delivered_at: '2026-11-26T02:00:00Z',
    };
    // Half past midnight on 20 November in Melbourne.
    expect(await deliveryOf('Ordered', moments)).toEqual({
      OrderedOn: '2026-11-20',
      PostedOn: '2026-11-23',
      ArrivedOn: '2026-11-26',
      ArrivesBy: '2026-12-01',
    });
  });

  it.each(['Active', 'NotIssued', 'Lost'])('is unknown for a card that is %s', async (status) => {
    expect(await deliveryOf(status, {})).toBeNull();
  });

  it('is unknown where the public holidays are', async () => {
    expect(await deliveryOf('Ordered', { created_at: '2001-01-02T00:00:00Z' })).toBeNull();
  });
});
