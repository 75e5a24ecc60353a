import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { givenUser } from '../../../test-support/signed-in.ts';
import { FILE_PARTS, SECRET_COLUMN } from './person-file.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const PARTS = FILE_PARTS.map(({ table }) => table);

it('has what is held of a person, and nothing of another one', async () => {
  const mia = await givenUser(test.ctx, { balance: 0n });
  const { tenantId } = mia.card.account.brand;
  const other = await givenUser(test.ctx, { brand: mia.card.account.brand });
  const kate = await givenStaff(test.ctx, tenantId);
  await givenRow(test.ctx, mia.card.account, { kind: 'topUp', amount: 12_34n, at: '2026-11-19T02:00:00Z' });
  for (const [user, text] of [
    [mia, 'Prefers a call'],
    [other, 'Is someone else'],
  ] as const) {
    await give(test, kate, 'add-note', { input: { person: `holder:${user.holder.id}`, text } });
  }
  const input = { person: `holder:${mia.holder.id}`, why: 'Asked for it at the counter', format: 'csv' };
  const { status, body } = await give(test, kate, 'export-person', { input });
  expect([status, body.error]).toEqual([200, undefined]);
  const [row] = body.rows ?? [];
  expect(row?.['name']).toMatch(new RegExp(`^data-${mia.holder.id}-2026-\\d\\d-\\d\\d\\.csv$`));
  const file = Buffer.from(String(row?.['content']), 'base64').toString('utf8');
  for (const own of [
    mia.holder.email,
    mia.card.account.accountNumber,
    'Prefers a call',
    'Row of 2026-11-19',
    '12.34',
  ]) {
    expect(file).toContain(own);
  }
  for (const foreign of [other.holder.email, 'Is someone else', other.card.account.accountNumber, mia.card.pan]) {
    expect(file).not.toContain(foreign);
  }
  expect(file).not.toMatch(/argon2|\\x[0-9a-f]{16}/);
  expect((await auditOfStaff(test.ctx, kate)).at(-1)).toBe(`desk.export-person holder:${mia.holder.id} ok`);
  const notes = await give(test, kate, 'notes', { input: { person: `holder:${mia.holder.id}` } });
  expect(notes.body.rows?.[0]).toMatchObject({ text: 'Data file saved: Asked for it at the counter' });
});

it('is for managers of the programme alone', async () => {
  const mia = await givenUser(test.ctx, {});
  const { tenantId } = mia.card.account.brand;
  const input = { person: `holder:${mia.holder.id}`, why: 'Asked' };
  for (const role of ['viewer', 'agent'] as const) {
    const member = await givenStaff(test.ctx, tenantId, { role });
    expect((await give(test, member, 'export-person', { input })).body.error).toBe('not_permitted');
  }
  const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
  expect((await give(test, stranger, 'export-person', { input })).body).toMatchObject({
    error: 'not_found',
    field: 'person',
  });
  const manager = await givenStaff(test.ctx, tenantId);
  const { why: _, ...unexplained } = input;
  expect((await give(test, manager, 'export-person', { input: unexplained })).body).toMatchObject({
    error: 'input_invalid',
    field: 'why',
  });
});

it('leaves out every column that is a secret, a hash of one, a key or the bytes of a document', async () => {
  const rows = await test.ctx.asOwner<{ name: string }>(
    `SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relname = ANY ($1) AND a.attnum > 0 AND NOT a.attisdropped AND format_type(a.atttypid, NULL) <> 'bytea'`,
    [PARTS],
  );
  const shown = rows.map(({ name }) => name).filter((name) => !SECRET_COLUMN.test(name.slice(name.indexOf('.') + 1)));
  expect(shown.filter((name) => /hash|cipher|secret|token|password|pvv|pan|push|p256|auth$/.test(name))).toEqual([]);
});
