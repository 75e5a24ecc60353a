import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { type Driver, linesOf, testEveryCell } from '../../../../test-support/state-matrix.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { MISTAKEN, MISTAKEN_STATES, type MistakenState } from './mistaken-payment.states.domain.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, course, make, exchange, newDay, hour, dd, leave } = bank;
afterAll(() => bank.close());

type Person = Awaited<ReturnType<typeof givenPayer>>;
const report = ({ headers, card }: Person, receiptNumber: string, accountNumber = card.account.accountNumber) =>
  postApi(test, 'transfer/reportMistakenPayment', headers, { accountNumber, receiptNumber });

/** A payment of 10.00 from 100.00 that was asked back. */
async function givenMistaken() {
  newDay();
  const payer = await givenPayer(100_00n);
  const receipt = await pay(payer);
  hour(18);
  await make();
  await exchange();
  const { Reference } = (await report(payer, receipt)).json<{ Reference: string }>();
  return { payer, receipt, reference: Reference };
}

const stateOf = async (reference: string) => {
  const [row] = await test.ctx.asOwner<{ state: MistakenState }>(
    'SELECT state FROM mistaken_payment WHERE reference = $1',
    [reference],
  );
  if (!row) throw new Error('it is gone');
  return row.state;
};

/** Command of a staff member, approved by another one if required. */
async function command(name: string, reference: string) {
  const [first, second] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, first, name, { input: { mistaken: reference }, reason: 'the bank wrote' });
  const request = asked.body.request?.id;
  return request === undefined ? asked : give(test, second, 'approve', { input: { request } });
}

it('a recall follows the answers of the other bank', () => {
  expect(linesOf(MISTAKEN, MISTAKEN_STATES)).toEqual([
    // In this order: Asked Requested Recovered Refused
    'request | staff | Requested = –nothing_to_do –nothing_to_do',
    'recover | staff | Recovered Recovered = –nothing_to_do',
    'refuse | staff | Refused Refused –nothing_to_do =',
  ]);
});

/** Every command writes a line; one without an effect is not part of the payment's history. */
const byStaff =
  (name: string): Driver<MistakenState> =>
  async (state) => {
    const { reference } = await givenMistaken();
    await test.ctx.asOwner('UPDATE mistaken_payment SET state = $2 WHERE reference = $1', [reference, state]);
    const { status, body } = await command(name, reference);
    const after = await stateOf(reference);
    return {
      answer: status === 200 ? 'ok' : String(body.error),
      after,
      lines: status === 200 && after === state ? 0 : 1,
    };
  };

testEveryCell(MISTAKEN, MISTAKEN_STATES, {
  request: { staff: byStaff('request-mistaken') },
  recover: { staff: byStaff('recover-mistaken') },
  refuse: { staff: byStaff('refuse-mistaken') },
});

describe('the recall of a mistaken payment', () => {
  it('is made once, has a reference, and is shown with the payment', async () => {
    const { payer, receipt, reference } = await givenMistaken();
    expect(reference).toMatch(/^26\d{10,}$/);
    const again = (await report(payer, receipt)).json<{ Reference: string; State: string; Rule: string }>();
    expect(again).toMatchObject({ Reference: reference, State: 'Asked', Rule: 'tenDays' });
    expect(await course(payer, receipt)).toMatchObject({ Mistaken: { Reference: reference, State: 'Asked' } });
  });

  it('is credited once when the other bank has returned the money', async () => {
    const { payer, receipt, reference } = await givenMistaken();
    await command('request-mistaken', reference);
    expect(await course(payer, receipt)).toMatchObject({ Mistaken: { State: 'Requested' } });
    await command('recover-mistaken', reference);
    await command('recover-mistaken', reference);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(100_00n);
    const notices = await test.ctx.asOwner(
      "SELECT DISTINCT template FROM outbox_message WHERE holder_id = $1 AND template = 'paymentReturned'",
      [payer.holder.id],
    );
    expect(notices).toHaveLength(1);
    expect(await course(payer, receipt)).toMatchObject({
      State: 'Returned',
      Reason: '7',
      Mistaken: { State: 'Recovered' },
    });
  });

  it('ends when the payment is returned by a file of returns', async () => {
    const { payer, receipt } = await givenMistaken();
    const line = { account: '44172208', cents: '1000', code: '5', reference: 'Bond, Wilson St', day: dd() };
    await leave('m.returns', returnsOf([line], { on: bank.today() }));
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Returned', Mistaken: { State: 'Recovered' } });
  });

  it('is for the payer alone, and refused for a payment that was returned or never left', async () => {
    newDay();
    const [payer, other] = [await givenPayer(), await givenPayer()];
    const receipt = await pay(payer);
    expect(codeOf(await report(other, receipt, payer.card.account.accountNumber))).toBe('10000');
    expect(codeOf(await report(other, receipt))).toBe('404');
    expect(codeOf(await report(payer, '12'))).toBe('404');
    expect(codeOf(await report(payer, ''))).toBe('20010');
    const back = await pay(payer, { DestinationAccountNumber: '900000005' });
    hour(18);
    await make();
    await exchange();
    expect(codeOf(await report(payer, back))).toBe('404');
  });
});
