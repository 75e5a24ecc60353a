import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sent } from '../../../test-support/resets.ts';
import { runDue } from '../../../test-support/schedules.ts';
import { givenPayer, givenTransferProduct, postMoney, transferBody } from '../../../test-support/transfers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const DAY = '2026-11-23';
const once = { PaymentFrequency: 21, FutureDate: DAY } as const;
const weekly = (NoOfPayments: number) => ({ PaymentFrequency: 1, StartDate: DAY, NoOfPayments }) as const;
const GOES_ON = { enAU: 'The next payment stays as planned', zhCN: '下一次付款仍按计划进行' } as const;
const LAST = { enAU: 'We won’t try this payment again.', zhCN: '我们不会再次尝试此笔付款。' } as const;

it.each([
  ['of one payment', once, LAST],
  ['whose last payment it was', weekly(1), LAST],
  ['that goes on', weekly(2), GOES_ON],
] as const)('the payer of a failed schedule %s is told what follows', async (_, dates, words) => {
  test.ctx.setBusinessTime(TEST_START);
  const product = await givenTransferProduct(test.ctx);
  const payee = await givenPayer(test.ctx, product, 0n);
  for (const language of ['enAU', 'zhCN'] as const) {
    test.ctx.setBusinessTime(TEST_START);
    const payer = await givenPayer(test.ctx, product, 10_00n);
    await test.ctx.asOwner('UPDATE holder SET language = $2 WHERE id = $1', [payer.holder.id, language]);
    const body = transferBody(payer.card.account, payee.card.account, { Amount: 10.01, ...dates });
    expect((await postMoney(test, 'transfer/internal', payer.headers, body)).statusCode).toBe(200);
    for (const time of ['06:00', '15:30']) {
      test.ctx.setBusinessTime(`${DAY}T${time}:00+11:00`);
      await runDue(test.ctx, product.brand.tenantId);
    }
    const { mails } = await sent(test);
    const mail = mails.findLast(({ to }) => to === payer.holder.email);
    expect(mail?.text).toContain(words[language]);
    expect(mail?.text).not.toContain((words === LAST ? GOES_ON : LAST)[language]);
  }
});
