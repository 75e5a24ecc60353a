import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenOwner, opensLogin, undoTokenIn } from '../../../../test-support/contacts.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk.ts';
import { givenHolder, givenSession, type TestWebAccount } from '../../../../test-support/factories.ts';
import { resetCalls, sent } from '../../../../test-support/resets.ts';
import { getApi } from '../../../../test-support/signed-in.ts';

const HOUR_MS = 3_600_000;
const ADDRESS = { line1: '1 New St', suburb: 'Carlton', state: 'VIC', postCode: '3053' };

let test: TestApp;
let owner: TestWebAccount;
let asker: TestStaff;
let manager: TestStaff;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000', WATTLE_MESSAGES_AN_HOUR: '100' });
});
beforeEach(async () => {
  owner = await givenOwner(test);
  const { tenantId } = owner.brand;
  [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  await sent(test);
});
afterAll(() => test.close());

type Input = Readonly<Record<string, string | boolean>>;

/** Two members of staff give a command about a person. */
async function change(command: string, input: Input) {
  const asked = await give(test, asker, command, { input, reason: 'they called' });
  if (asked.status !== 200) return asked;
  return give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
}

const about = (input: Input, holder = owner.holder): Input => ({ person: `holder:${holder.id}`, ...input });

async function undo(token: string) {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/onlineAccount/UndoContactChange',
    headers: { 'wattle-brand': owner.brand.identifier },
    payload: { token },
  });
  return response.json<Record<string, unknown>>();
}

async function detailsOf({ id } = owner.holder) {
  const [row] = await test.ctx.asOwner<Readonly<Record<string, unknown>>>(
    'SELECT email, mobile, address, first_name, middle_name, surname FROM holder WHERE id = $1',
    [id],
  );
  return row;
}

describe('a contact that staff have changed', () => {
  it('comes back by the link to the old one, which opens nothing, and no other change is made until it is settled', async () => {
    const { holder } = owner;
    const before = await detailsOf();
    expect((await change('change-contact', about({ channel: 'email', to: 'thief@example.net' }))).status).toBe(200);
    const messages = await sent(test);
    expect(messages.mails.map(({ to }) => to)).toEqual([holder.email]);
    expect(messages.texts).toHaveLength(1);
    expect(undoTokenIn({ ...messages, mails: [] })).toBe('none');
    const token = undoTokenIn(messages);

    expect(await undo(token)).toEqual({ result: true, LinkSentTo: null, Desk: 'signedOut' });
    expect(await detailsOf()).toEqual(before);
    // Whoever holds the old contact gets in by nothing: not by a password, and not by a link to a new one.
    for (const name of [holder.email, 'thief@example.net']) expect(await opensLogin(test, owner, name)).toBe(false);
    const after = await sent(test);
    expect([...after.mails, ...after.texts].filter(({ text }) => /reset\//.test(text))).toEqual([]);
    expect(await resetCalls(test).linkOf({ ...owner, username: holder.email })).toBe('none');
    expect(await undo(token)).toMatchObject({ error: ['20060'] });

    const again = about({ channel: 'mobile', to: '0400 999 001' });
    expect(await change('change-contact', again)).toMatchObject({ status: 409, body: { error: 'changes_stopped' } });
    const renamed = await change('change-name', about({ surname: 'Other' }));
    expect(renamed).toMatchObject({ status: 409, body: { error: 'changes_stopped' } });
    const [disputed] = (await give(test, asker, 'disputed-changes')).body.rows ?? [];
    expect(disputed).toMatchObject({ person: `holder:${holder.id}`, what: 'email' });
    expect((await give(test, asker, 'timeline', { input: about({ kind: 'staff' }) })).status).toBe(200);
    expect((await change('settle-change', { change: String(disputed?.['change']) })).status).toBe(200);
    expect((await give(test, asker, 'disputed-changes')).body.rows).toEqual([]);
    expect((await change('change-contact', again)).status).toBe(200);
  });

  it('sends the link of a changed mobile to the old mobile', async () => {
    const before = await detailsOf();
    await change('change-contact', about({ channel: 'mobile', to: '0400 999 002' }));
    const messages = await sent(test);
    expect(undoTokenIn({ ...messages, mails: [] })).toMatch(/^[0-9a-f]{32}$/);
    expect(undoTokenIn({ ...messages, texts: [] })).toBe('none');
    expect(await undo(undoTokenIn(messages))).toMatchObject({ Desk: 'signedOut' });
    expect(await detailsOf()).toEqual(before);
  });

  it('ends the sessions that the new contact has opened', async () => {
    await change('change-contact', about({ channel: 'email', to: 'robin.new@example.net' }));
    const token = undoTokenIn(await sent(test));
    const { headers } = await givenSession(test.ctx, { webAccount: owner });
    expect((await getApi(test, 'onlineAccount/', headers)).statusCode).toBe(200);
    await undo(token);
    expect((await getApi(test, 'onlineAccount/', headers)).statusCode).toBe(401);
  });

  it('comes back for a person without a sign-in too', async () => {
    const holder = await givenHolder(test.ctx, { brand: owner.brand });
    await change('change-contact', about({ channel: 'email', to: 'card.only@example.net' }, holder));
    expect(await detailsOf(holder)).toMatchObject({ email: 'card.only@example.net' });
    expect(await undo(undoTokenIn(await sent(test)))).toMatchObject({ Desk: 'signedOut' });
    expect(await detailsOf(holder)).toMatchObject({ email: holder.email });
  });

  it('can be undone for 48 hours, and not afterwards', async () => {
    await change('change-contact', about({ channel: 'email', to: 'later@example.net' }));
    const token = undoTokenIn(await sent(test));
    test.ctx.advance(48 * HOUR_MS);
    expect(await undo(token)).toMatchObject({ error: ['20062'] });
    expect(await detailsOf()).toMatchObject({ email: 'later@example.net' });
  });
});

describe('a contact that is new itself', () => {
  it('gets no link: staff who put a contact right do not hand the thief the way back', async () => {
    const { holder } = owner;
    await change('change-contact', about({ channel: 'email', to: 'thief@example.net' }));
    const ownToken = undoTokenIn(await sent(test));
    await change('change-address', about(ADDRESS));
    const moved = await sent(test);
    expect(moved.mails.map(({ to }) => to)).toEqual(['thief@example.net']);
    expect(undoTokenIn({ ...moved, texts: [] })).toBe('none');
    expect(undoTokenIn({ ...moved, mails: [] })).not.toBe('none');
    await change('change-contact', about({ channel: 'email', to: holder.email }));
    const repaired = await sent(test);
    expect(repaired.mails.map(({ to }) => to)).toEqual(['thief@example.net']);
    expect(undoTokenIn(repaired)).toBe('none');
    expect(ownToken).toMatch(/^[0-9a-f]{32}$/);
  });

  it('gets none either once it has come back by a link: it is undone once and no more', async () => {
    await change('change-contact', about({ channel: 'email', to: 'robin.new@example.net' }));
    await undo(undoTokenIn(await sent(test)));
    const [disputed] = (await give(test, asker, 'disputed-changes')).body.rows ?? [];
    await change('settle-change', { change: String(disputed?.['change']) });
    await sent(test);
    await change('change-contact', about({ channel: 'email', to: 'robin.new@example.net' }));
    expect(undoTokenIn(await sent(test))).toBe('none');
  });

  it('gets no code by a reset after the other one was undone, however long it waits', async () => {
    await change('change-contact', about({ channel: 'mobile', to: '0400 999 003' }));
    await change('change-contact', about({ channel: 'email', to: 'thief@example.net' }));
    await undo(undoTokenIn({ ...(await sent(test)), texts: [] }));
    const [row] = await test.ctx.asOwner<{ mobile_changed_at: string; email_changed_at: string }>(
      'SELECT mobile_changed_at, email_changed_at FROM holder WHERE id = $1',
      [owner.holder.id],
    );
    const years = 50 * 365 * 24 * HOUR_MS;
    const later = test.ctx.clocks.security.now() + years;
    expect(Date.parse(row?.mobile_changed_at ?? '')).toBeGreaterThan(later);
    expect(Date.parse(row?.email_changed_at ?? '')).toBeGreaterThan(later);
  });
});

describe('settling', () => {
  it('names each change that it settles, also one that is taken back after it was asked for', async () => {
    await change('change-name', about({ surname: 'First' }));
    const first = undoTokenIn(await sent(test));
    await change('change-address', about(ADDRESS));
    const second = undoTokenIn(await sent(test));
    await undo(first);
    const [disputed] = (await give(test, asker, 'disputed-changes')).body.rows ?? [];
    const input = { change: String(disputed?.['change']) };
    const asked = await give(test, asker, 'settle-change', { input, reason: 'they came with a passport' });
    const request = asked.body.request?.id ?? '';
    const effect = async () => (await give(test, manager, 'request-effect', { input: { request } })).body.rows ?? [];
    const seen = await effect();
    expect(seen.map(({ what }) => what)).toContain(`Change ${input.change} of the name`);
    await undo(second);
    expect((await effect()).filter(({ what }) => String(what).endsWith('of the address'))).toHaveLength(1);
  });
});

describe('a name or an address that staff have changed', () => {
  it('comes back by the link, and the person stays signed in', async () => {
    const before = await detailsOf();
    await change('change-name', about({ surname: 'Somebody', firstName: 'Else', middleName: 'O' }));
    const named = await sent(test);
    expect([undoTokenIn({ ...named, texts: [] }), undoTokenIn({ ...named, mails: [] })]).toEqual([
      undoTokenIn(named),
      undoTokenIn(named),
    ]);
    expect(await undo(undoTokenIn(named))).toEqual({ result: true, LinkSentTo: null, Desk: 'restored' });
    expect(await detailsOf()).toEqual(before);
    expect(await opensLogin(test, owner, owner.holder.email)).toBe(true);
  });

  it.each([false, true])('takes an address back to none, for letters: %s', async (postal) => {
    const before = await detailsOf();
    await change('change-address', about({ ...ADDRESS, ...(postal && { postal }) }));
    expect(await undo(undoTokenIn(await sent(test)))).toMatchObject({ Desk: 'restored' });
    expect(await detailsOf()).toEqual(before);
  });

  it('leaves a name alone that has changed since, and stops further changes all the same', async () => {
    await change('change-name', about({ surname: 'First' }));
    const token = undoTokenIn(await sent(test));
    await change('change-name', about({ surname: 'Second' }));
    expect(await undo(token)).toMatchObject({ Desk: 'restored' });
    expect(await detailsOf()).toMatchObject({ surname: 'Second' });
    expect((await change('change-name', about({ surname: 'Third' }))).body.error).toBe('changes_stopped');
  });
});
