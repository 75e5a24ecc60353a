import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { accepted, freshKey } from '../ledger/ledger.ts';
import type { TestCard } from '../factories.ts';
import { TRANSFER_CODE } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';

const ledger = openLedger();

export type OrderOnAccount = { readonly itemId: bigint; readonly charge: string };

/** A paid order that loaded a card which now has a holder. */
export async function givenOrderOnAccount({ ctx }: TestApp, card: TestCard, cents: bigint): Promise<OrderOnAccount> {
  const { tenantId, id: brandId } = card.brand;
  const { account } = card;
  const charge = `ch.order-${account.id}`;
  const at = ctx.clocks.business.now();
  await ctx.database.transact(tenantId, async (tx) => {
    const gateway = await ledger.settlementAccount(tx, tenantId, 'gateway');
    const posting = { tenantId, key: freshKey(), debit: gateway, credit: account.ledgerAccountId, amount: cents };
    accepted(await ledger.post(tx, { ...posting, code: TRANSFER_CODE.topUp, effectiveAt: at, postedAt: at }));
  });
  const [row] = await ctx.asOwner<{ item: string }>(
    `WITH placed AS (
       INSERT INTO store_order (tenant_id, brand_id, public_id, state, language, email, page, browser_hashes, cards_total,
                                fee, placed_at, paid_at, number, charge_id)
       VALUES ($1, $2, $3, 'Issued', 'enAU', 'buyer@example.com', 'https://wattle.example', '{}', $4, 0, now(), now(),
               $5, $5) RETURNING id),
     paid AS (
       INSERT INTO gateway_payment (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, charge_id,
                                    address_hash, made_at, expires_at)
       SELECT $3, $1, $2, 'order', placed.id::text, $4, 'Paid', decode(repeat('00', 32), 'hex'), $5, '\\x00', now(), now()
         FROM placed RETURNING id),
     charged AS (
       INSERT INTO gateway_charge (tenant_id, id, payment_id, amount, currency, card_hash, card_ending, state,
                                   member_account_id, received_at, booked_at)
       SELECT $1, $5, paid.id, $4, 'AUD', '\\x00', '1111', 'Booked', NULL, now(), now() FROM paid)
     INSERT INTO store_item (tenant_id, order_id, position, product_id, amount, member_account_id, card_id)
     SELECT $1, placed.id, 1, c.product_id, $4, $6, c.id FROM placed, card c WHERE c.id = $7 RETURNING id AS item`,
    [tenantId, brandId, randomUUID(), String(cents), charge, account.id, card.id],
  );
  return { itemId: BigInt(row?.item ?? 0), charge };
}
