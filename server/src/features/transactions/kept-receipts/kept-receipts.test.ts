import { RECEIPTS_MAXIMUM } from '@wattle/contract/transactions/receipts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenBought } from '../../../../test-support/disputes.ts';
import { givenTicket, postTicket } from '../../../../test-support/files/downloads.ts';
import { givenCard, givenHolder, givenSession, givenWebAccount } from '../../../../test-support/factories.ts';
import { postApi, postBytes } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

type Bought = Awaited<ReturnType<typeof givenBought>>;

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const chunk = (name: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(name + body, 'latin1'), Buffer.alloc(4)]);
};
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PLAIN = Buffer.concat([PNG, chunk('IHDR', 'size'), chunk('IEND', '')]);
/** A picture that says where it was taken. */
const TAKEN = Buffer.concat([PNG, chunk('IHDR', 'size'), chunk('eXIf', '-37.8,144.9'), chunk('IEND', '')]);

const asked = ({ card, sequence }: Bought) => ({
  accountNumber: card.account.accountNumber,
  Sequence: sequence,
});
const keep = (bought: Bought, bytes: Buffer, Name = 'lunch.png') =>
  postBytes(test, 'transaction/keepReceipt', bought.headers, { ...asked(bought), Name }, bytes);
const listOf = async ({ card, headers }: Bought) =>
  (await postApi(test, 'transaction/getReceipts', headers, { accountNumber: card.account.accountNumber })).json();
const fetched = async (bought: Bought) => {
  const ticket = await givenTicket(test, bought.headers, 'keptReceiptFile', asked(bought));
  return postTicket(test, 'download/keptReceiptFile', ticket);
};

describe('a receipt kept with a transaction', () => {
  it('is listed, fetched without what the camera wrote, replaced and removed', async () => {
    const bought = await givenBought(test);
    const { sequence: Sequence } = bought;
    expect((await keep(bought, TAKEN)).statusCode).toBe(200);
    expect(await listOf(bought)).toEqual({
      Receipts: [
        {
          Sequence,
          Name: 'lunch.png',
          Type: 'image/png',
          Size: PLAIN.length,
          AddedAt: expect.stringMatching(/^2026-11-20/),
        },
      ],
    });
    const file = await fetched(bought);
    expect(file.rawPayload).toEqual(PLAIN);
    // Its ticket is used up.
    const ticket = await givenTicket(test, bought.headers, 'keptReceiptFile', asked(bought));
    await postTicket(test, 'download/keptReceiptFile', ticket);
    const again = await postTicket(test, 'download/keptReceiptFile', ticket, { accept: 'application/json' });
    expect(again.json().error).toEqual(['410']);
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="receipt-${Sequence}.png"`,
    });
    expect((await keep(bought, PDF, 'lunch.pdf')).json()).toMatchObject({ Type: 'application/pdf' });
    expect((await listOf(bought)).Receipts).toHaveLength(1);
    expect((await fetched(bought)).rawPayload).toEqual(PDF);
    expect((await postApi(test, 'transaction/removeReceipt', bought.headers, asked(bought))).statusCode).toBe(200);
    expect(await listOf(bought)).toEqual({ Receipts: [] });
  });

  it('is a photo or PDF by its content, with a name whose card numbers are masked', async () => {
    const bought = await givenBought(test);
    expect((await keep(bought, Buffer.from('<script>alert(1)</script>'))).json().error).toEqual(['20303']);
    expect((await keep(bought, Buffer.from('MZ'), 'receipt.pdf')).json().error).toEqual(['20303']);
    expect((await keep(bought, PDF, '4111 1111 1111 1111.pdf')).json().Name).not.toContain('1111 1111 1111');
    expect((await keep({ ...bought, sequence: 99 }, PDF)).json().error).toEqual(['404']);
  });

  it('counts for its person: a new one is refused at the limit, and replacing one is not', async () => {
    const bought = await givenBought(test);
    await keep(bought, PDF);
    await test.ctx.asOwner(
      `INSERT INTO transaction_receipt (ledger_account_id, holder_id, seq, tenant_id, name, type, body, size, at)
       SELECT ledger_account_id, holder_id, seq + n, tenant_id, name, type, body, size, at
         FROM transaction_receipt, generate_series(1, $2::int) AS n WHERE holder_id = $1`,
      [bought.holder.id, RECEIPTS_MAXIMUM - 1],
    );
    expect((await keep(bought, PDF)).statusCode).toBe(200);
    expect((await keep({ ...bought, sequence: 1 }, PDF)).json().error).toEqual(['20304']);
    await test.ctx.asOwner(
      'UPDATE transaction_receipt SET size = 200 * 1024 * 1024 - 100 WHERE holder_id = $1 AND seq = $2',
      [bought.holder.id, bought.sequence + 1],
    );
    await test.ctx.asOwner('DELETE FROM transaction_receipt WHERE holder_id = $1 AND seq > $2', [
      bought.holder.id,
      bought.sequence + 1,
    ]);
    expect((await keep(bought, PDF)).statusCode).toBe(200);
    expect((await keep(bought, Buffer.concat([PDF, Buffer.alloc(200, ' '), PDF]))).json().error).toEqual(['20304']);
  });

  it('is seen by the person who keeps it alone, also on a shared account', async () => {
    const bought = await givenBought(test);
    await keep(bought, PDF);
    const { account, brand } = bought.card;
    const nominee = await givenHolder(test.ctx, { brand });
    await givenCard(test.ctx, { account, holder: nominee });
    const login = await givenWebAccount(test.ctx, { holder: nominee, account, extension: '01' });
    const other = { ...bought, headers: (await givenSession(test.ctx, { webAccount: login })).headers };
    expect(await listOf(other)).toEqual({ Receipts: [] });
    const ticket = await postApi(test, 'download/ticket', other.headers, {
      kind: 'keptReceiptFile',
      parameters: asked(bought),
      language: 'enAU',
    });
    expect(ticket.json().error).toEqual(['404']);
    const stranger = await givenBought(test);
    const refused = await postApi(test, 'download/ticket', stranger.headers, {
      kind: 'keptReceiptFile',
      parameters: asked(bought),
      language: 'enAU',
    });
    expect(refused.json().error).toEqual(['10000']);
    await postApi(test, 'transaction/removeReceipt', other.headers, asked(bought));
    expect((await listOf(bought)).Receipts).toHaveLength(1);
  });
});
