import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenCard } from '../../../test-support/factories.ts';
import { freshReference } from '../../../test-support/network.ts';
import { knownToProcessor, messageOf } from '../../../test-support/processor-cards.ts';
import { authorisePurchase } from './authorise.ts';
import { clearPurchase } from './clear.ts';
import { refundPurchase } from './refund.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const ask = (message: ReturnType<typeof messageOf>) => authorisePurchase(test.ctx, message);

describe('a card that a message names by the id of its processor', () => {
  it('is bought with, cleared and refunded', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const known = await knownToProcessor(test.ctx, card);
    const bought = messageOf(known, { amount: 4_000 });
    expect(await ask(bought)).toMatchObject({ answer: '00', available: 6_000 });
    const parts = { amount: 4_000, original: bought.reference };
    expect(await clearPurchase(test.ctx, messageOf(known, { ...parts }))).toMatchObject({ available: 6_000 });
    expect(await refundPurchase(test.ctx, messageOf(known, { ...parts }))).toMatchObject({ available: 10_000 });
  });

  it('is found in a batch with cards that are named by their number', async () => {
    const [one, other] = [
      await givenCard(test.ctx, { balance: 5_000n }),
      await givenCard(test.ctx, { balance: 7_000n }),
    ];
    const known = await knownToProcessor(test.ctx, one);
    const answers = await Promise.all([
      ask(messageOf(known, { amount: 1_000 })),
      ask(messageOf({ number: other.pan }, { amount: 1_000 })),
      ask(messageOf({ ...known, id: 'card_unknown' })),
    ]);
    expect(answers.map(({ answer, available }) => [answer, available])).toEqual([
      ['00', 4_000],
      ['00', 6_000],
      ['14', null],
    ]);
  });

  it('is unknown by the id of another connection, by its last four digits and while it is being made', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const known = await knownToProcessor(test.ctx, card, 1);
    const answers = await Promise.all(
      [
        { connection: 2, id: known.id },
        { connection: 1, id: card.pan.slice(-4) },
      ].map((other) => ask(messageOf(other))),
    );
    expect(answers.map(({ answer }) => answer)).toEqual(['14', '14']);
  });

  it('gets the stored answer again, and 94 where a repeat names another card', async () => {
    const [card, other] = [
      await givenCard(test.ctx, { balance: 10_000n }),
      await givenCard(test.ctx, { balance: 10_000n }),
    ];
    const known = await knownToProcessor(test.ctx, card);
    const message = messageOf(known, { reference: freshReference() });
    const first = await ask(message);
    expect(first.answer).toBe('00');
    expect(await ask(message)).toEqual(first);
    const elsewhere = await ask({ ...message, card: { number: other.pan } });
    expect(elsewhere.answer).toBe('94');
  });

  it('has an id at one connection only once', async () => {
    const [card, other] = [
      await givenCard(test.ctx, { balance: 10_000n }),
      await givenCard(test.ctx, { balance: 10_000n }),
    ];
    const known = await knownToProcessor(test.ctx, card);
    const taken = test.ctx.asOwner(
      `INSERT INTO processor_card (tenant_id, connection_id, card_id, external_id, state)
       SELECT tenant_id, $2, id, $3, 'on' FROM card WHERE id = $1`,
      [other.id, known.connection, known.id],
    );
    await expect(taken).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a shop that a processor describes in part', () => {
  it('is shown by its number, or as unnamed, and its country as not given', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const known = await knownToProcessor(test.ctx, card);
    expect(await ask(messageOf(known, { merchant: { mcc: '5814', acceptorId: '498750000012345' } }))).toMatchObject({
      answer: '00',
    });
    expect(await ask(messageOf(known, { merchant: { mcc: '0000' } }))).toMatchObject({ answer: '00' });
    const rows = await test.ctx.asOwner(
      'SELECT merchant_name, merchant_country FROM authorisation WHERE card_id = $1 ORDER BY id',
      [card.id],
    );
    expect(rows).toEqual([
      { merchant_name: '498750000012345', merchant_country: null },
      { merchant_name: 'Unnamed merchant', merchant_country: null },
    ]);
  });

  it('counts as overseas', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    await test.ctx.asOwner("UPDATE card SET blocked_controls = '{overseas}' WHERE id = $1", [card.id]);
    const known = await knownToProcessor(test.ctx, card);
    const merchant = { name: 'Corner Cafe', mcc: '5814' };
    expect((await ask(messageOf(known, { merchant }))).answer).toBe('57');
    expect((await ask(messageOf(known, { merchant: { ...merchant, country: 'AU' } }))).answer).toBe('00');
  });

  it('locks no card to nothing, and a locked card refuses it', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    await test.ctx.asOwner("UPDATE card SET virtual_kind = 'MerchantLocked' WHERE id = $1", [card.id]);
    const known = await knownToProcessor(test.ctx, card);
    const unnamed = { channel: 'manual', merchant: { mcc: '5814' } } as const;
    expect((await ask(messageOf(known, unnamed))).answer).toBe('00');
    expect((await ask(messageOf(known, { channel: 'manual' }))).answer).toBe('00');
    expect((await ask(messageOf(known, unnamed))).answer).toBe('57');
  });
});
