import { afterAll, beforeAll, expect, it } from 'vitest';
import { HMAC, HMAC_OTHER, MERCHANT, noticeBytes, noticeItem } from '../../../test-support/adyen/notices.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { givenBrand, givenTenant } from '../../../test-support/factories.ts';
import { givenHttpServer } from '../../../test-support/outside/http-server.ts';
import { fetchReports } from './fetch-reports.due.ts';

const NAME = 'settlement_detail_report_batch_12.csv';
const REPORT = `Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number
Company,${MERCHANT},1813702551707653,ref,visa,2026-11-19 11:26:49,AEDT,Settled,1713702551795048,AUD,,5.00,1,AUD,,4.88,,,,,,,12
`;

let test: TestApp;
let tenantId: number;
let reports: Awaited<ReturnType<typeof givenHttpServer>>;
let status = 404;
beforeAll(async () => {
  reports = await givenHttpServer(() => ({ status, body: status === 200 ? REPORT : '' }));
  test = await givenApp({
    WATTLE_GATEWAY_PROVIDER: 'adyen',
    WATTLE_ADYEN_URL: reports.url,
    WATTLE_ADYEN_API_KEY: 'key',
    WATTLE_ADYEN_MERCHANT: MERCHANT,
    WATTLE_ADYEN_HMAC: HMAC,
    WATTLE_ADYEN_REPORT_KEY: 'report-key',
    WATTLE_ADYEN_REPORT_URL: reports.url,
  });
  ({ tenantId } = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) }));
});
afterAll(async () => {
  await test.close();
  await reports.close();
});

/** Adyen says that a report is ready, with another address than its own beside the name. */
async function tell(name: string, key = HMAC): Promise<number> {
  const fields = {
    eventCode: 'REPORT_AVAILABLE',
    pspReference: name,
    merchantReference: '',
    cents: 0n,
    currency: 'EUR',
  };
  const item = noticeItem({ ...fields, reason: 'https://elsewhere.example/report.csv' }, key);
  const url = `/network/gateway-notices/${tenantId}`;
  const headers = { 'content-type': 'application/json' };
  return (await test.app.inject({ method: 'POST', url, headers, payload: noticeBytes(item) })).statusCode;
}
async function run(): Promise<void> {
  const runner = givenRunner(test.ctx, [fetchReports]);
  await runner.runDue();
  await runner.stop();
}
const lines = () =>
  test.ctx.asOwner<{ cents: string; reference: string }>(
    'SELECT cents::text, reference FROM book_statement_line WHERE tenant_id = $1 ORDER BY cents',
    [tenantId],
  );

it('a report that Adyen says is ready is fetched until it is there, and read once', async () => {
  expect(await tell(NAME)).toBe(200);
  await run();
  expect([reports.calls.length, await lines()]).toEqual([1, []]);
  status = 200;
  test.ctx.advance(3_600_000);
  await run();
  expect(reports.calls.at(-1)?.url).toBe(`/reports/download/MerchantAccount/${MERCHANT}/${NAME}`);
  // 5.00 were charged, of which Adyen kept 0.12.
  const read = [
    { cents: '-12', reference: `FEE-${MERCHANT}-12` },
    { cents: '500', reference: '1813702551707653' },
  ];
  expect(await lines()).toEqual(read);
  expect(await tell(NAME)).toBe(200);
  await run();
  expect([reports.calls.length, await lines()]).toEqual([2, read]);
});

it('no other report is fetched, and none by a notice that Adyen has not signed', async () => {
  const before = reports.calls.length;
  expect(await tell('settlement_detail_report_batch_13.csv', HMAC_OTHER)).toBe(401);
  expect(await tell('payments_accounting_report_2026_11_20.csv')).toBe(200);
  await run();
  expect(reports.calls.length).toBe(before);
});
