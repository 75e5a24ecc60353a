import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenContactCalls, givenOwner } from '../../../../test-support/contacts.ts';
import { resetCalls, sent } from '../../../../test-support/resets.ts';
import { savePasswordReset } from '../../reset/reset.store.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000', WATTLE_MESSAGES_AN_HOUR: '100' });
});
beforeEach(() => sent(test));
afterAll(() => test.close());

async function undo(brand: { readonly identifier: string }, token: string) {
  const headers = { 'wattle-brand': brand.identifier };
  const url = '/api/onlineAccount/UndoContactChange';
  const response = await test.app.inject({ method: 'POST', url, headers, payload: { token } });
  return response.json<Record<string, unknown>>();
}

describe('A thief who changes the contact', () => {
  it('twice has no undo link after a reset on a server whose clock is behind', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    const thief = await givenContactCalls(test, owner);
    const first = await thief.change({ EmailAddress: `b.${holder.email}` });
    const second = await thief.change({ EmailAddress: `c.${holder.email}` });
    const behind = test.ctx.clocks.security.now() - 1_000;
    await test.ctx.database.transact(brand.tenantId, (tx) => savePasswordReset(tx, brand.tenantId, owner.id, behind));
    expect(await undo(brand, second)).toMatchObject({ error: ['20314'] });
    expect(await undo(brand, first)).toMatchObject({ result: true });
  });

  it('four times has no undo link once the owner has undone the mobile on a server whose clock is behind', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    const thief = await givenContactCalls(test, owner);
    const byText = await thief.change({ Mobile: '0400000051' });
    for (const letter of ['b', 'c', 'd']) await thief.change({ EmailAddress: `${letter}.${holder.email}` });
    const last = await thief.change({ EmailAddress: `e.${holder.email}` });
    await test.ctx.asOwner(
      "UPDATE contact_change SET proved_at = proved_at + interval '1 second' WHERE holder_id = $1 AND channel = 'email'",
      [holder.id],
    );
    expect(await undo(brand, byText)).toMatchObject({ result: true });
    expect(await undo(brand, last)).toMatchObject({ error: ['20314'] });
  });

  it('twice has no undo link after a reset once the first change is too old to be undone', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    await (await givenContactCalls(test, owner)).change({ EmailAddress: `b.${holder.email}` });
    test.ctx.advance(30 * HOUR_MS);
    const second = await (await givenContactCalls(test, owner)).change({ EmailAddress: `c.${holder.email}` });
    const now = test.ctx.clocks.security.now();
    await test.ctx.database.transact(brand.tenantId, (tx) => savePasswordReset(tx, brand.tenantId, owner.id, now));
    test.ctx.advance(20 * HOUR_MS);
    expect(await undo(brand, second)).toMatchObject({ error: ['20314'] });
  });

  it('first of the mobile and 47 hours later of the email gets no code there, however late the email is undone', async () => {
    const owner = await givenOwner(test);
    const { brand, holder, account } = owner;
    await (await givenContactCalls(test, owner)).change({ Mobile: '0400000061' });
    test.ctx.advance(47 * HOUR_MS);
    const byMail = await (await givenContactCalls(test, owner)).change({ EmailAddress: `b.${holder.email}` });
    test.ctx.advance(40 * HOUR_MS);
    expect(await undo(brand, byMail)).toMatchObject({ result: true });
    test.ctx.advance(100 * HOUR_MS);
    await sent(test);
    const { byAccount, post } = resetCalls(test);
    const { token } = await byAccount(brand, account.accountNumber);
    await post(brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });
    const { texts, mails } = await sent(test);
    expect([...texts, ...mails].map(({ to }) => to)).toEqual([holder.email]);
  });
});
