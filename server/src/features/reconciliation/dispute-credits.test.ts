import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenDispute } from '../../../test-support/disputes.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank();
const { test, tenantId, newDay, today } = bank;
afterAll(() => bank.close());

async function give2(command: string, input: Readonly<Record<string, string>>) {
  const [asker, other] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const { body } = await give(test, asker, command, { input, reason: 'the merchant has agreed' });
  return give(test, other, 'approve', { input: { request: body.request?.id ?? '' } });
}
async function open() {
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const { body } = await give(test, viewer, 'unmatched', { input: { account: 'schemeSettlement' } });
  return body.rows?.map(({ side, amount }) => `${String(side)} ${String(amount)}`) ?? [];
}

async function leave(serial: number, rows: readonly string[]) {
  const folder = path.join(bank.outFolder, '../../incoming/scheme');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = ['date,kind,amount,reference,text', ...rows].join('\n');
  await writeFile(path.join(folder, `${tenantId}-${serial}.statement.csv`), text);
  await readStatements(test.ctx, tenantId);
}

describe('the money of a dispute in the statement of the scheme', () => {
  it('is matched with its credit by the reference of the dispute, and no other way', async () => {
    newDay();
    const brand = (await bank.givenPayer()).card.brand;
    const all = await givenDispute(test, 'Submitted', { brand });
    const part = await givenDispute(test, 'Submitted', { brand });
    const own = await givenDispute(test, 'Submitted', { brand });
    await give2('resolve-dispute', { dispute: all.reference, resolution: 'chargeback' });
    await give2('resolve-dispute', { dispute: part.reference, resolution: 'part', amount: '2.34' });
    await give2('resolve-dispute', { dispute: own.reference, resolution: 'writeOff' });
    const rows = [
      `${today()},line,12.34,${all.reference},Chargeback`,
      `${today()},line,2.34,${part.reference},Chargeback`,
      // The programme has paid this one: the scheme owes nothing for it.
      `${today()},line,12.34,${own.reference},Chargeback`,
    ];
    await leave(1, rows);
    expect((await open()).filter((line) => line.startsWith('statement'))).toEqual(['statement 12.34']);
    expect((await open()).filter((line) => line === 'books 12.34' || line === 'books 2.34')).toEqual([]);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is matched with its credit by the id that a processor has for the dispute', async () => {
    const { reference } = await givenDispute(test, 'Submitted', { brand: (await bank.givenPayer()).card.brand });
    await give2('resolve-dispute', { dispute: reference, resolution: 'part', amount: '3.45' });
    await test.ctx.asOwner(
      `INSERT INTO processor_dispute (tenant_id, connection_id, external_id, dispute_id, state, place, at)
       SELECT $1, 7, 'idp_1', id, 'won', 1, now() FROM dispute WHERE tenant_id = $1 AND reference = $2`,
      [tenantId, reference],
    );
    expect(await open()).toContain('books 3.45');
    await leave(2, [`${today()},line,3.45,idp_1,Dispute`, `${today()},line,3.45,idp_2,Dispute`]);
    expect((await open()).filter((line) => line.endsWith(' 3.45'))).toEqual(['statement 3.45']);
  });

  it('stays open where two processors have one id for their disputes', async () => {
    const brand = (await bank.givenPayer()).card.brand;
    const { reference } = await givenDispute(test, 'Submitted', { brand });
    await give2('resolve-dispute', { dispute: reference, resolution: 'part', amount: '4.56' });
    const other = await givenDispute(test, 'Submitted', { brand });
    await test.ctx.asOwner(
      `INSERT INTO processor_dispute (tenant_id, connection_id, external_id, dispute_id, state, place, at)
       SELECT $1, CASE reference WHEN $2 THEN 7 ELSE 8 END, 'idp_3', id, 'won', 1, now()
         FROM dispute WHERE tenant_id = $1 AND reference IN ($2, $3)`,
      [tenantId, reference, other.reference],
    );
    await leave(3, [`${today()},line,4.56,idp_3,Dispute`]);
    expect((await open()).filter((line) => line.endsWith(' 4.56'))).toEqual(['statement 4.56', 'books 4.56']);
  });
});
