import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppContext } from '../../src/compose/context.ts';
import { exchangeFiles } from '../../src/features/settlement/due.ts';
import { fileTypes } from '../../src/features/settlement/files/file-methods.ts';
import { makeFiles } from '../../src/features/settlement/files/make-files.ts';
import { nextBankingDay } from '../../src/platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../src/platform/time/banking-days/holiday.store.ts';
import { givenApp } from '../app.ts';
import type { TestContext } from '../processes/database.ts';
import { givenBrand, givenProduct } from '../factories.ts';
import { givenUser, postApi } from '../signed-in.ts';
import { billBody, externalBody, postMoney } from '../transfers.ts';

const SETTINGS = {
  externalTransfers: true,
  internalTransfers: true,
  bpay: true,
  autoTopUp: true,
  paymentLimit: 9_000_00,
};
export type Course = { readonly State: string; readonly Reason: string | null; readonly Mistaken: object | null };
type Person = Awaited<ReturnType<typeof givenUser>>;

/** A payment that the bank has settled, in a separate file that was accepted. */
export async function putInAcceptedFile(ctx: Pick<TestContext, 'asOwner'>, transferId: bigint): Promise<void> {
  await ctx.asOwner("UPDATE payment_out SET state = 'Settled' WHERE transfer_id = $1", [transferId]);
  await ctx.asOwner(
    `WITH file AS (
       INSERT INTO bank_file (tenant_id, method, name, value_date, state, lines, cents, digest, content_cipher,
                              content_key_version, made_at)
       SELECT tenant_id, method, 'by-hand-' || transfer_id, value_date, 'Accepted', 1, amount, decode(repeat('00', 32), 'hex'),
              decode('00', 'hex'), 1, now()
         FROM payment_out WHERE transfer_id = $1 RETURNING tenant_id, id)
     INSERT INTO bank_file_line (tenant_id, bank_file_id, line, transfer_id)
     SELECT tenant_id, id, 1, $1 FROM file`,
    [transferId],
  );
}

/** A programme with payers, and the sandbox bank in a folder. Each test uses a different day. */
export async function givenBank(settings: object = {}, environment: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'wattle-bank-'));
  const test = await givenApp({ ...environment, WATTLE_DATA: folder });
  const brand = await givenBrand(test.ctx);
  const product = await givenProduct(test.ctx, { brand, settings: { ...SETTINGS, ...settings } });
  const calendar = await test.ctx.database.readShared(readBankingCalendar);
  const { tenantId } = brand;
  let day = Date.parse('2026-11-20T02:00:00Z');
  const dayNow = () => new Date(day).toISOString().slice(0, 10);
  return {
    test,
    tenantId,
    givenPayer: (balance = 9_000_00n) => givenUser(test.ctx, { brand, product, balance }),
    givenOtherProduct: (other: object) => givenProduct(test.ctx, { brand, settings: { ...SETTINGS, ...other } }),
    async pay(payer: Person, given: object = {}): Promise<string> {
      const body = externalBody(payer.card.account, given);
      const answer = await postMoney(test, 'transfer/external', payer.headers, body);
      return answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
    },
    async payBill(payer: Person, given: object = {}): Promise<string> {
      const body = billBody(payer.card.account, given);
      const answer = await postMoney(test, 'bPay/processBPayRequest', payer.headers, body);
      return answer.json<{ BPayReceipt: string }>().BPayReceipt;
    },
    async course(payer: Person, receiptNumber: string): Promise<Course | null> {
      const { accountNumber } = payer.card.account;
      const answer = await postApi(test, 'transfer/getPaymentCourse', payer.headers, { accountNumber, receiptNumber });
      return answer.json<{ Course: Course | null }>().Course;
    },
    async make(ctx: AppContext = test.ctx): Promise<void> {
      for (const method of fileTypes(ctx)) {
        await ctx.database.transact(tenantId, (tx) => makeFiles(ctx, tx, tenantId, method));
      }
    },
    exchange: (ctx: AppContext = test.ctx) => exchangeFiles(ctx, tenantId, { atOnce: 50 }),
    /** To the next business day, at 13:00 in Melbourne. */
    newDay(): void {
      day = Date.parse(`${nextBankingDay(calendar, dayNow())}T02:00:00Z`);
      test.ctx.setBusinessTime(new Date(day).toISOString());
    },
    hour: (of: number) => test.ctx.setBusinessTime(new Date(day + (of - 13) * 3_600_000).toISOString()),
    today: dayNow,
    /** Day of the month. */
    dd: () => dayNow().slice(8),
    outFolder: path.join(folder, 'outgoing/bank'),
    async outFiles(ending: string): Promise<string[]> {
      const names = await readdir(path.join(folder, 'outgoing/bank')).catch(() => []);
      return names.filter((name) => name.includes(dayNow().replaceAll('-', '')) && name.endsWith(ending));
    },
    /** Leaves a file as the bank. */
    async leave(name: string, text: string): Promise<void> {
      const incoming = path.join(folder, 'incoming/bank');
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await writeFile(path.join(incoming, `${tenantId}-${name}`), text);
    },
    /** Cents of the settlement and suspense accounts. */
    async kept(): Promise<Readonly<Record<string, number>>> {
      const rows = await test.ctx.asOwner<{ kind: string; balance: string }>(
        "SELECT kind, balance FROM ledger_account WHERE tenant_id = $1 AND kind IN ('directEntry', 'bpay', 'directDebits', 'suspense', 'formerHolders')",
        [tenantId],
      );
      return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
    },
    async close(): Promise<void> {
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
