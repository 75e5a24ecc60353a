import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { payByCard, takeNoticesNow } from '../../../test-support/outside/gateway.ts';
import { card, givenShop, runStore, shopper, type TestShop } from '../../../test-support/store.ts';

let test: TestApp;
let shop: TestShop;
beforeAll(async () => {
  test = await givenApp({ WATTLE_GATEWAY_COUNTRIES: 'AU' });
  shop = await givenShop(test);
});
afterAll(() => test.close());

it('an order says that the card which paid may not, and its basket can be paid for by another', async () => {
  const at = shopper(test, shop);
  const pay = async (by: Parameters<typeof payByCard>[2]) => {
    const { OrderId } = await at.place([card(shop, 'virtual')]);
    await payByCard(test, await at.pay(OrderId), by);
    test.ctx.advance(5_000);
    await takeNoticesNow(test);
    return at.order(OrderId);
  };
  expect(await pay('isForeign')).toMatchObject({ State: 'Refused', Payment: 'CardRefused' });
  await runStore(test);
  const mails = await test.ctx.asOwner(
    "SELECT template FROM outbox_message WHERE tenant_id = $1 AND template IN ('orderCardRefused', 'orderRefunded')",
    [shop.brand.tenantId],
  );
  expect(mails).toEqual([{ template: 'orderCardRefused' }]);
  expect(await pay('approves')).toMatchObject({ State: 'Issued', Payment: 'Paid' });
});
