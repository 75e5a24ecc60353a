import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenCard, givenProduct } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenConnection, moneyOf, type TestConnection } from '../../../test-support/processors/given-connection.ts';
import { signatureOf } from '../../outside/processors/wattle/signature.ts';
import { roadOf } from './road.ts';

const KEY = '6b'.repeat(32);

let test: TestApp;
let connection: TestConnection;
beforeAll(async () => {
  test = await givenApp();
  connection = await givenConnection(test, {}, 'wattle');
  giveSecrets(test.ctx, connection.tenantId, { ASKS: KEY, EVENTS: KEY });
});
afterAll(() => test.close());

async function send(path: string, message: object): Promise<NetworkAnswer> {
  const payload = JSON.stringify(message);
  const timestamp = String(Math.floor(test.ctx.clocks.security.now() / 1000));
  const signed = { timestamp, method: 'POST', path: `/network/${path}`, body: payload };
  const answer = await test.app.inject({
    method: 'POST',
    url: `/processors/${connection.publicId}/${path}`,
    headers: {
      'content-type': 'application/json',
      'wattle-timestamp': timestamp,
      'wattle-signature': signatureOf(Buffer.from(KEY, 'hex'), signed),
    },
    payload,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<NetworkAnswer>();
}

describe('our own protocol at the address of a connection', () => {
  it('approves a purchase by card number, and gives a repeat the same answer', async () => {
    const card = await givenCard(test.ctx, { brand: connection.brand, balance: 100_00n });
    const purchase = purchaseOf(card);
    const answer = await send('authorisations', purchase);
    expect(answer).toMatchObject({ reference: purchase.reference, answer: '00', available: 87_66 });
    await roadOf(test.ctx).settled();
    // Signed again later, so its header has another time.
    test.ctx.advance(2_000);
    expect(await send('authorisations', purchase)).toEqual(answer);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 12_34 });
  });

  it('answers what is available and on the account, under the secret of asks, and holds nothing', async () => {
    const product = await givenProduct(test.ctx, { brand: connection.brand, settings: { balanceInquiry: true } });
    const card = await givenCard(test.ctx, { brand: connection.brand, product, balance: 100_00n });
    await send('authorisations', purchaseOf(card, { amount: 10_00 }));
    const { amount: _amount, ...inquiry } = purchaseOf(card);
    const answer = await send('balances', inquiry);
    expect(answer).toMatchObject({ answer: '00', available: 90_00, ledgerBalance: 100_00 });
    await roadOf(test.ctx).settled();
    expect(await send('balances', inquiry)).toEqual(answer);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 10_00 });
  });

  it('keeps no reference in clear that looks like a card number, and gives its repeat the same answer', async () => {
    const card = await givenCard(test.ctx, { brand: connection.brand, balance: 100_00n });
    const reference = '4111111111111111';
    const purchase = purchaseOf(card, { reference });
    const answer = await send('authorisations', purchase);
    expect(answer).toMatchObject({ reference, answer: '00', available: 87_66 });
    await roadOf(test.ctx).settled();
    const rows = await test.ctx.asOwner<{ answer: string; row: string }>(
      'SELECT answer::text, e::text AS row FROM processor_event e WHERE connection_id = $1',
      [connection.id],
    );
    expect(rows.map((one) => one.answer)).not.toContain(null);
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(reference);
    test.ctx.advance(2_000);
    expect(await send('authorisations', purchase)).toEqual(answer);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 12_34 });
  });

  it('keeps neither PIN nor CVV2 of what it takes', async () => {
    const card = await givenCard(test.ctx, { brand: connection.brand, balance: 100_00n, pin: '4826' });
    await send('authorisations', purchaseOf(card, { channel: 'chip', pin: '4826', cvv2: '917' }));
    await send('advices', purchaseOf(card, { channel: 'chip', pin: '4826', cvv2: '917' }));
    await roadOf(test.ctx).settled();
    const rows = await test.ctx.asOwner<{ id: string; content_cipher: Buffer; content_key_version: number }>(
      'SELECT id::text, content_cipher, content_key_version FROM processor_delivery WHERE connection_id = $1',
      [connection.id],
    );
    const bodies = rows.map(({ id, content_cipher: cipher, content_key_version: version }) =>
      test.ctx.secrets.decrypt(cipher, version, 'processorDelivery', BigInt(id)),
    );
    const last = bodies.slice(-2);
    expect(last.join('\n')).toContain(card.pan);
    const kept = last.map((text) => JSON.parse((JSON.parse(text) as { body: string }).body) as object);
    expect(kept.map((body) => ['pin' in body, 'cvv2' in body])).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it('knows no card of another programme', async () => {
    const card = await givenCard(test.ctx, { balance: 100_00n });
    expect(await send('authorisations', purchaseOf(card))).toMatchObject({ answer: '14' });
    await send('clearings', purchaseOf(card));
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });

  it('reverses no purchase of another sender that has the same reference', async () => {
    const card = await givenCard(test.ctx, { balance: 100_00n });
    const purchase = purchaseOf(card);
    await sendNetwork(test, 'authorisations', purchase);
    await send('reversals', { reference: `${purchase.reference}-R`, original: purchase.reference });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 12_34 });
  });
});
