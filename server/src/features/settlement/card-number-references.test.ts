import { transferReceipt } from '@wattle/contract/transfers/receipt.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { givenTicket, postTicket } from '../../../test-support/files/downloads.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { dump } from '../../../test-support/processes/dump.ts';
import { outcomeOf, payeesOf } from '../../../test-support/payees.ts';
import { readPdf, rowsOf } from '../../../test-support/files/read-pdf.ts';
import { runDue } from '../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import { billBody, externalBody, postMoney } from '../../../test-support/transfers.ts';
import { sealCardNumbers } from '../transfers/seal-card-numbers.due.ts';

// Published test number of Visa: as typed, as lists show it, and as descriptions contain it.
const NUMBER = '4111111111111111';
const MASKED = '411111••••••1111';
const IN_WORDS = '411111******1111';
const CLEAR = /4111[ -]?1111[ -]?1111[ -]?1111/;

const bank = await givenBank({ cardNumbers: { prefix: '903600', length: 16 } });
const { test, tenantId, givenPayer, newDay, hour, make, exchange } = bank;
afterAll(() => bank.close());

type Payer = Awaited<ReturnType<typeof givenPayer>>;
const payBill = (payer: Payer, given: object) =>
  postMoney(
    test,
    'bPay/processBPayRequest',
    payer.headers,
    billBody(payer.card.account, { billerCode: '70707', customerReference: NUMBER, ...given }),
  );
const againOf = async ({ headers, card }: Payer, receiptNumber: string) => {
  const { accountNumber } = card.account;
  return (await postApi(test, 'transfer/getPaymentCourse', headers, { accountNumber, receiptNumber })).json().Again;
};
async function receiptOf({ headers, card }: Payer, receiptNumber: string): Promise<string> {
  const { accountNumber } = card.account;
  const ticket = await givenTicket(test, headers, transferReceipt.name, { accountNumber, receiptNumber });
  const answer = await postTicket(test, 'download/transferReceipt', ticket);
  return JSON.stringify(rowsOf(await readPdf(answer.rawPayload)));
}
const clearRows = async () => (await dump(test.ctx)).split('\n').filter((line) => CLEAR.test(line));

describe('a card number typed as a reference', () => {
  it('[5-a] is stored nowhere in clear after every operation, and keeps working', async () => {
    newDay();
    const payer = await givenPayer();
    const { accountNumber } = payer.card.account;
    const lists: string[] = [];
    const first = await payBill(payer, { IsNewPayee: true, PayeeName: 'My card', description: `Card ${NUMBER}` });
    expect(outcomeOf(first)).toBe('ok');
    const [payee] = await payeesOf(test, payer.headers, 1);
    expect(payee).toMatchObject({ DestinationAccountNumber: MASKED, LastPaidAmount: 10, PaidThisYear: 10 });
    const PayeeId = payee?.PayeeId ?? '';

    // Sent again: masked with its payee, in full, and masked without a payee.
    expect(outcomeOf(await payBill(payer, { customerReference: MASKED, PayeeId }))).toBe('ok');
    expect(outcomeOf(await payBill(payer, { IsNewPayee: true, PayeeName: 'My card' }))).toBe('ok');
    expect(outcomeOf(await payBill(payer, { customerReference: MASKED }))).toBe('ok');
    const after = await payeesOf(test, payer.headers, 1);
    expect(after).toMatchObject([{ PayeeId, DestinationAccountNumber: MASKED, PaidThisYear: 40 }]);

    // A schedule, which lists show masked and due work pays in full.
    const scheduled = {
      scheduleBPayWhen: 21,
      futureDate: '2026-12-10',
      customerReference: MASKED,
      PayeeId,
      amount: 11,
    };
    expect(outcomeOf(await payBill(payer, scheduled))).toBe('ok');
    const listed = await getApi(test, `schedulePayments?accountNumber=${accountNumber}`, payer.headers);
    expect(listed.json().bpayPayments).toMatchObject([{ bsb: '70707', accountNumber: MASKED }]);
    lists.push(listed.body);
    test.ctx.setBusinessTime('2026-12-10T00:00:00Z');
    await runDue(test.ctx, tenantId);

    // To another bank, with the number in every text; and a note.
    const texts = { DescriptionPayer: `Pay ${NUMBER}`, DescriptionRecipient: NUMBER };
    const sent = externalBody(payer.card.account, {
      ...texts,
      DestinationAccountName: `To ${NUMBER}`,
      IsNewPayee: true,
    });
    const external = await postMoney(test, 'transfer/external', payer.headers, sent);
    expect(outcomeOf(external)).toBe('ok');
    const note = { accountNumber, Sequence: 1, Note: 'Was 4111 1111 1111 1111' };
    expect(outcomeOf(await postApi(test, 'transaction/saveNote', payer.headers, note))).toBe('ok');

    const rows = await getApi(test, `transaction?accountNumber=${accountNumber}&count=20&skip=0`, payer.headers);
    expect(rows.json().Transactions.map(({ Description }: { Description: string }) => Description)).toContain(
      `Card ${IN_WORDS}`,
    );
    const found = await postApi(test, 'transaction/search', payer.headers, { accountNumber, text: NUMBER, count: 20 });
    expect(found.json().Transactions).toHaveLength(2);
    lists.push(rows.body, found.body, JSON.stringify(await payeesOf(test, payer.headers, 3)));
    expect(lists.filter((list) => CLEAR.test(list))).toEqual([]);
    expect(await clearRows()).toEqual([]);

    // The payer's receipt and "pay again" contain it in full.
    const receipt = first.json<{ BPayReceipt: string }>().BPayReceipt;
    expect(await againOf(payer, receipt)).toMatchObject({ Bsb: '70707', AccountNumber: NUMBER });
    expect(await againOf(payer, external.json().ReceiptNumber)).toMatchObject({ RecipientDescription: NUMBER });
    expect(await receiptOf(payer, receipt)).toContain(NUMBER);

    // So do the files to the bank, and the answers match their payments.
    test.ctx.setBusinessTime('2026-12-10T08:00:00Z');
    await make();
    const files = await test.ctx.asOwner<{ id: string; method: string; cipher: Buffer; version: number }>(
      `SELECT id, method, content_cipher AS cipher, content_key_version AS version FROM bank_file
        WHERE tenant_id = $1 AND made_at > '2026-12-10' ORDER BY method`,
      [tenantId],
    );
    const contents = files.map(({ id, cipher, version }) =>
      test.ctx.secrets.decrypt(cipher, version, 'bankFile', BigInt(id)),
    );
    expect(contents.map((text) => text.split(NUMBER).length - 1)).toEqual([5, 2]);
    await exchange();
    await exchange();
    const states = await test.ctx.asOwner(
      'SELECT DISTINCT method, state FROM payment_out WHERE member_account_id = $1 ORDER BY method',
      [payer.card.account.id],
    );
    expect(states).toEqual([
      { method: 'bpay', state: 'Settled' },
      { method: 'external', state: 'Settled' },
    ]);
    expect(await clearRows()).toEqual([]);
  });

  it('is masked in the refusal when the payer has no such payee or schedule', async () => {
    newDay();
    const [payer, other] = [await givenPayer(), await givenPayer()];
    await payBill(other, { IsNewPayee: true, PayeeName: 'My card' });
    const [theirs] = await payeesOf(test, other.headers, 1);
    const refused = ['20226', 'customerReference'];
    expect(outcomeOf(await payBill(payer, { customerReference: MASKED }))).toEqual(refused);
    expect(outcomeOf(await payBill(payer, { customerReference: MASKED, PayeeId: theirs?.PayeeId }))).toEqual(refused);
    const otherBiller = { billerCode: '1313', customerReference: MASKED, PayeeId: theirs?.PayeeId };
    expect(outcomeOf(await payBill(other, otherBiller))).not.toBe('ok');
    // Two card numbers with the same mask: the payee identifies one, and without it the payment is refused.
    const alike = ['9036123456789014', '9036120000009014'];
    for (const customerReference of alike) await payBill(other, { customerReference, IsNewPayee: true });
    const twins = (await payeesOf(test, other.headers, 1)).filter(
      ({ DestinationAccountNumber: shown }) => shown === '903612••••••9014',
    );
    expect(twins).toHaveLength(2);
    const masked = { customerReference: '903612••••••9014' };
    expect(outcomeOf(await payBill(other, masked))).toEqual(refused);
    expect(outcomeOf(await payBill(other, { ...masked, PayeeId: twins[1]?.PayeeId }))).toBe('ok');
  });

  it('is masked for its payer too when it begins with a prefix of the programme', async () => {
    newDay();
    const payer = await givenPayer();
    const receipt = (await payBill(payer, { customerReference: '9036000000000017' })).json().BPayReceipt;
    expect(await againOf(payer, receipt)).toMatchObject({ AccountNumber: '903600••••••0017' });
    expect(await receiptOf(payer, receipt)).toContain('903600••••••0017');
  });

  it('is masked to a session without a proof, in the answer of a biller, "pay again" and the receipt', async () => {
    newDay();
    const payer = await givenPayer();
    const receipt = (await payBill(payer, { IsNewPayee: true, PayeeName: 'My card' })).json().BPayReceipt;
    const other = await postMoney(
      test,
      'transfer/external',
      payer.headers,
      externalBody(payer.card.account, { DescriptionRecipient: NUMBER }),
    );
    const [payee] = await payeesOf(test, payer.headers, 1);
    const asked = { BillerCode: '70707', PayeeId: payee?.PayeeId };
    const seen = async () => [
      (await postApi(test, 'bPay/getBPayBiller', payer.headers, asked)).json().PayeeReference,
      (await againOf(payer, receipt)).AccountNumber,
      (await againOf(payer, other.json().ReceiptNumber)).RecipientDescription,
      CLEAR.test(await receiptOf(payer, receipt)),
    ];
    const { id } = payer.webAccount;
    await test.ctx.asOwner('UPDATE session SET proved_at = NULL WHERE web_account_id = $1', [id]);
    expect(await seen()).toEqual([MASKED, MASKED, IN_WORDS, false]);
    // Any proof of presence counts for five minutes, also one that was given for another payment.
    const Content = { kind: 'processBPayRequest', amount: '1.00' };
    const proof = { Purpose: 'payment', Method: 'password', currentpassword: payer.webAccount.password, Content };
    expect(outcomeOf(await postApi(test, 'stepUp/Give', payer.headers, proof))).toBe('ok');
    expect(await seen()).toEqual([NUMBER, NUMBER, NUMBER, true]);
    await test.ctx.asOwner(
      "UPDATE session SET any_proof_at = any_proof_at - interval '301 s' WHERE web_account_id = $1",
      [id],
    );
    expect(await seen()).toEqual([MASKED, MASKED, IN_WORDS, false]);
    const repeated = { DescriptionRecipient: IN_WORDS };
    const again = externalBody(payer.card.account, repeated);
    expect(outcomeOf(await postMoney(test, 'transfer/external', payer.headers, again))).toBe('ok');
  });

  it.each([NUMBER, '9036000000000017'])('is paid again masked by the receipt of its payment: %s', async (number) => {
    newDay();
    const [payer, other] = [await givenPayer(), await givenPayer()];
    const RepeatOf = (await payBill(payer, { customerReference: number })).json().BPayReceipt;
    const customerReference = number.replace(/^(\d{6})\d{6}/, '$1••••••');
    const again = (who: Payer, given: object = {}) => payBill(who, { customerReference, RepeatOf, ...given });
    expect(outcomeOf(await again(payer, { RepeatOf: null }))).toEqual(['20226', 'customerReference']);
    const paid = await again(payer);
    expect(outcomeOf(paid)).toBe('ok');
    const rows = await test.ctx.asOwner<{ reference: string }>(
      'SELECT account_number AS reference FROM payment_out WHERE member_account_id = $1',
      [payer.card.account.id],
    );
    expect(rows.map(({ reference }) => test.ctx.secrets.openTyped(reference))).toEqual([number, number]);
    // The payer can also repeat the payment on a later day, and repeat the repetition.
    const later = { scheduleBPayWhen: 21, futureDate: '2027-03-10', RepeatOf: paid.json().BPayReceipt };
    expect(outcomeOf(await again(payer, later))).toBe('ok');
    // Refuses another payer's receipt, a receipt that does not exist, another biller and another reference.
    expect(outcomeOf(await again(other))).toEqual(['404', 'RepeatOf']);
    expect(outcomeOf(await again(payer, { RepeatOf: '000000000000' }))).toEqual(['404', 'RepeatOf']);
    expect(outcomeOf(await again(payer, { billerCode: '23796' }))).toEqual(['20226', 'customerReference']);
    expect(outcomeOf(await again(payer, { customerReference: '555555••••••4444' }))).toEqual([
      '20226',
      'customerReference',
    ]);
    expect(await clearRows()).toEqual([]);
  });

  it('that an earlier release stored in clear is sealed by due work and still belongs to the same payee', async () => {
    newDay();
    const payer = await givenPayer();
    await payBill(payer, { IsNewPayee: true, PayeeName: 'My card' });
    await payBill(payer, { scheduleBPayWhen: 21, futureDate: '2027-03-10' });
    const { id: account } = payer.card.account;
    const asBefore = (update: string, of: bigint | string) => test.ctx.asOwner(`UPDATE ${update} = $1`, [of]);
    await asBefore(`payee SET account_number = '${NUMBER}' WHERE web_account_id`, payer.webAccount.id);
    await asBefore(`payment_out SET account_number = '${NUMBER}' WHERE member_account_id`, account);
    const body = `jsonb_set(body, '{customerReference}', '"${NUMBER}"')`;
    await asBefore(`schedule SET body = ${body} WHERE member_account_id`, account);
    await asBefore(
      `paid_destination SET destination = 'bpay:70707:${NUMBER}' WHERE owner`,
      `web:${payer.webAccount.id}`,
    );
    expect((await clearRows()).length).toBeGreaterThan(3);
    await sweep(test.ctx, sealCardNumbers);
    expect(await clearRows()).toEqual([]);
    const [payee] = await payeesOf(test, payer.headers, 1);
    expect(payee).toMatchObject({ DestinationAccountNumber: MASKED, LastPaidAmount: 10 });
    expect(outcomeOf(await payBill(payer, { customerReference: MASKED, PayeeId: payee?.PayeeId }))).toBe('ok');
    hour(18);
  });
});

// Passes the check of a tax file number: 1×10 + 2×7 + 3×8 + 4×4 + 5×6 + 6×3 + 7×5 + 8×2 + 2×1 = 165 = 15 × 11.
const TAX = '123456782';
const TAX_MASKED = '••••••782';

describe('a reference that passes the check of a tax file number', () => {
  const clear = async () => (await dump(test.ctx)).split('\n').filter((line) => line.includes(TAX));

  it('[4-5-c] is stored nowhere in clear, shown masked, and paid and sent to the bank whole', async () => {
    newDay();
    const payer = await givenPayer();
    const { accountNumber, id: account } = payer.card.account;
    const pay = (given: object = {}) => payBill(payer, { customerReference: TAX, ...given });
    const first = await pay({ IsNewPayee: true, PayeeName: 'Tax 123 456 782', description: `Mine ${TAX}` });
    expect(outcomeOf(first)).toBe('ok');
    const [payee] = await payeesOf(test, payer.headers, 1);
    const PayeeId = payee?.PayeeId ?? '';
    expect(payee).toMatchObject({
      DestinationAccountName: 'Tax *** *** 782',
      DestinationAccountNumber: TAX_MASKED,
      PaidThisYear: 10,
    });
    expect(outcomeOf(await pay({ customerReference: TAX_MASKED, PayeeId }))).toBe('ok');
    expect(outcomeOf(await pay({ customerReference: TAX_MASKED }))).toBe('ok');
    expect(outcomeOf(await pay({ customerReference: '••••••783' }))).toEqual(['20226', 'customerReference']);
    const later = { scheduleBPayWhen: 21, futureDate: '2027-05-10', customerReference: TAX_MASKED, PayeeId };
    expect(outcomeOf(await pay(later))).toBe('ok');
    const listed = await getApi(test, `schedulePayments?accountNumber=${accountNumber}`, payer.headers);
    expect(listed.json().bpayPayments).toMatchObject([{ accountNumber: TAX_MASKED }]);
    // Its payer, who has just proved who they are, sees all of it.
    const receipt = first.json<{ BPayReceipt: string }>().BPayReceipt;
    expect(await againOf(payer, receipt)).toMatchObject({ AccountNumber: TAX });
    expect(await receiptOf(payer, receipt)).toContain(TAX);
    expect(await clear()).toEqual([]);

    hour(18);
    await make();
    const [file] = await test.ctx.asOwner<{ id: string; cipher: Buffer; version: number }>(
      `SELECT id, content_cipher AS cipher, content_key_version AS version FROM bank_file
        WHERE tenant_id = $1 AND method = 'bpay' ORDER BY id DESC LIMIT 1`,
      [tenantId],
    );
    const sent = file && test.ctx.secrets.decrypt(file.cipher, file.version, 'bankFile', BigInt(file.id));
    expect(sent?.split(TAX)).toHaveLength(4);
    await exchange();
    await exchange();
    const states = await test.ctx.asOwner('SELECT DISTINCT state FROM payment_out WHERE member_account_id = $1', [
      account,
    ]);
    expect(states).toEqual([{ state: 'Settled' }]);
    expect(await clear()).toEqual([]);
  });

  it('is sealed by due work where an earlier release stored it in clear, with its blocks and history', async () => {
    newDay();
    const payer = await givenPayer();
    const { id: account } = payer.card.account;
    const { id: web } = payer.webAccount;
    await payBill(payer, { customerReference: TAX, IsNewPayee: true, PayeeName: 'Tax' });
    await payBill(payer, { customerReference: TAX, scheduleBPayWhen: 21, futureDate: '2027-05-10' });
    const asBefore = (update: string, of: bigint | string) => test.ctx.asOwner(`UPDATE ${update} = $1`, [of]);
    await asBefore(`payee SET account_number = '${TAX}' WHERE web_account_id`, web);
    await asBefore(`payment_out SET account_number = '${TAX}' WHERE member_account_id`, account);
    const body = `jsonb_set(body, '{customerReference}', '"${TAX}"')`;
    await asBefore(`schedule SET body = ${body}, destination = 'bpay:70707:${TAX}' WHERE member_account_id`, account);
    await asBefore(`paid_destination SET destination = 'bpay:70707:${TAX}' WHERE owner`, `web:${web}`);
    await test.ctx.asOwner(
      `INSERT INTO blocked_payee (id, tenant_id, holder_id, made_by, destination, method, name, bsb, account_number,
                                  blocked_at)
       VALUES (gen_random_uuid(), $1, $2, $3, 'bpay:70707:${TAX}', 'bpay', 'Tax', '70707', '${TAX}', now())`,
      [tenantId, payer.card.holder?.id, `web:${web}`],
    );
    expect((await clear()).length).toBeGreaterThan(4);
    await sweep(test.ctx, sealCardNumbers);
    expect(await clear()).toEqual([]);
    const [payee] = await payeesOf(test, payer.headers, 1);
    expect(payee).toMatchObject({ DestinationAccountNumber: TAX_MASKED, LastPaidAmount: 10 });
    expect(outcomeOf(await payBill(payer, { customerReference: TAX_MASKED, PayeeId: payee?.PayeeId }))).not.toBe('ok');
    await test.ctx.asOwner('DELETE FROM blocked_payee WHERE tenant_id = $1', [tenantId]);
    expect(outcomeOf(await payBill(payer, { customerReference: TAX_MASKED, PayeeId: payee?.PayeeId }))).toBe('ok');
  });
});
