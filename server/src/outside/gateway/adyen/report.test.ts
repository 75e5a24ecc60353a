import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenHttpServer } from '../../../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { fetchReport, tryReports } from './report.ts';

const NAME = 'settlement_detail_report_batch_12.csv';
const REPORT = 'Company Account,Merchant Account,Psp Reference,Merchant Reference\nCompany,TestMerchant,A1,1.x\n';

type Reply = { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };
let reply: Reply;
let server: Awaited<ReturnType<typeof givenHttpServer>>;
beforeAll(async () => {
  server = await givenHttpServer(() => reply);
});
afterAll(() => server.close());

const fetchBy = (name: string) =>
  fetchReport({ merchantAccount: 'Test.Merchant' }, { url: `${server.url}/`, key: 'report-key' }, name, givenPolicy());

it('is fetched from the host of the settings, by the merchant account and the name, with the key for reports', async () => {
  reply = { status: 200, body: REPORT };
  expect(await fetchBy(NAME)).toEqual({ kind: 'done', value: REPORT });
  const call = server.calls.at(-1);
  expect([call?.method, call?.url, call?.headers['x-api-key']]).toEqual([
    'GET',
    `/reports/download/MerchantAccount/Test.Merchant/${NAME}`,
    'report-key',
  ]);
});

it.each([
  ['../../ca/accounts.csv'],
  ['settlement_detail_report_batch_12.csv/../../x'],
  ['settlement_detail_report_batch_12.csv?x=1'],
  ['https://elsewhere.example/settlement_detail_report_batch_12.csv'],
  ['payments_accounting_report_2026_11_20.csv'],
])('of the name %s is not asked for', async (name) => {
  const before = server.calls.length;
  expect(await fetchBy(name)).toEqual({ kind: 'refused', code: 'not_a_report' });
  expect(server.calls.length).toBe(before);
});

it.each<[string, Reply]>([
  ['a page that asks for a sign-in', { status: 200, body: '<html>Psp Reference</html>'.replace('Psp', 'Your') }],
  ['nothing yet', { status: 404, body: 'Not found' }],
  ['a refusal of the key', { status: 401 }],
  ['a fault', { status: 500, body: REPORT }],
])('is asked for again where the answer is %s', async (_, answer) => {
  reply = answer;
  expect((await fetchBy(NAME)).kind).toBe('unknown');
});

it.each<[string, Reply, object]>([
  ['passes where it is told that there is no such report', { status: 404, body: 'Not found' }, { kind: 'done' }],
  ['fails for a key that is not known', { status: 401 }, { code: 'http_401' }],
  ['fails for a key without the role', { status: 403 }, { code: 'http_403' }],
  ['fails for a page that asks for a sign-in', { status: 200, body: '<html>' }, { code: 'unreadable' }],
])('a try %s', async (_, answer, outcome) => {
  reply = answer;
  const at = { url: server.url, key: 'report-key' };
  expect(await tryReports({ merchantAccount: 'Test.Merchant' }, at, givenPolicy())).toMatchObject(outcome);
  expect(server.calls.at(-1)?.url).toMatch(/^\/reports\/download\/MerchantAccount\/Test\.Merchant\/settlement_detail/);
});

it('does not follow a redirect, which would take the key elsewhere', async () => {
  reply = { status: 302, headers: { location: `${server.url}/elsewhere` } };
  const before = server.calls.length;
  expect((await fetchBy(NAME)).kind).toBe('unknown');
  expect(server.calls.length - before).toBe(1);
});

it('may be longer than other answers', async () => {
  reply = { status: 200, body: REPORT + 'Company,TestMerchant,A1,1.x\n'.repeat(20_000) };
  const said = await fetchBy(NAME);
  expect(said.kind === 'done' && said.value.length).toBe(reply.body?.length);
});
