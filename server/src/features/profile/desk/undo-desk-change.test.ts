import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import {
  accessStateOf,
  givenContactCalls,
  givenOwner,
  opensLogin,
  undoTokenIn,
} from '../../../../test-support/contacts.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import {
  givenBrand,
  givenHolder,
  givenSession,
  givenWebAccount,
  type TestWebAccount,
} from '../../../../test-support/factories.ts';
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

/** Two members of staff settle the oldest dispute. */
async function settle() {
  const [disputed] = (await give(test, asker, 'disputed-changes')).body.rows ?? [];
  return change('settle-change', { change: String(disputed?.['change']) });
}

/** Staff whose sessions have not ended, after some hours. */
async function advance(hours: number) {
  test.ctx.advance(hours * HOUR_MS);
  const { tenantId } = owner.brand;
  [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
}

/** Where a reset by the account number sends a link or a code, with the right answer to the question. */
async function reachedByReset() {
  await sent(test);
  const { byAccount, post } = resetCalls(test);
  const { token } = await byAccount(owner.brand, owner.account.accountNumber);
  await post(owner.brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });
  const { mails, texts } = await sent(test);
  return [...mails, ...texts].map(({ to }) => to);
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
    // The owner of the old contact cannot get in: not by a password, and not by a link to a new one.
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

  it('comes back for a person without a sign-in after a second change, which had no link', async () => {
    const holder = await givenHolder(test.ctx, { brand: owner.brand });
    await change('change-contact', about({ channel: 'email', to: 'one@example.net' }, holder));
    const first = undoTokenIn(await sent(test));
    await change('change-contact', about({ channel: 'email', to: 'two@example.net' }, holder));
    expect(undoTokenIn(await sent(test))).toBe('none');
    expect(await undo(first)).toMatchObject({ Desk: 'signedOut' });
    expect(await detailsOf(holder)).toMatchObject({ email: holder.email });
  });

  it('gives a sign-in that was made with the new contact the old one as its name', async () => {
    const holder = await givenHolder(test.ctx, { brand: owner.brand });
    await change('change-contact', about({ channel: 'email', to: 'made.later@example.net' }, holder));
    const token = undoTokenIn(await sent(test));
    const later = await givenWebAccount(test.ctx, { holder, username: 'made.later@example.net' });
    expect(await undo(token)).toMatchObject({ Desk: 'signedOut' });
    const { username, names } = await accessStateOf(test, later);
    expect({ username, names }).toEqual({ username: holder.email, names: [`email ${holder.email}`] });
  });

  it('is not brought back by a link once staff have put it back and replaced it again', async () => {
    const { holder } = owner;
    const holderAlone = await givenHolder(test.ctx, { brand: owner.brand });
    for (const person of [holder, holderAlone]) {
      await change('change-contact', about({ channel: 'email', to: `b.${person.email}` }, person));
      const token = undoTokenIn(await sent(test));
      await change('change-contact', about({ channel: 'email', to: person.email }, person));
      await change('change-contact', about({ channel: 'email', to: `c.${person.email}` }, person));
      expect(undoTokenIn(await sent(test))).toBe('none');
      expect(await undo(token)).toMatchObject({ error: ['20314'] });
      expect(await detailsOf(person)).toMatchObject({ email: `c.${person.email}` });
    }
  });

  it('can be undone for 48 hours, and not afterwards', async () => {
    await change('change-contact', about({ channel: 'email', to: 'later@example.net' }));
    const token = undoTokenIn(await sent(test));
    test.ctx.advance(48 * HOUR_MS);
    expect(await undo(token)).toMatchObject({ error: ['20062'] });
    expect(await detailsOf()).toMatchObject({ email: 'later@example.net' });
  });
});

describe('the effect of a changed contact', () => {
  it('names a sign-in that the contact opens beside a username, and one that it does not open not', async () => {
    const holder = await givenHolder(test.ctx, { brand: owner.brand });
    const username = `chosen.${holder.id}`;
    const names = [
      { name: username, kind: 'username' as const },
      { name: holder.email, kind: 'email' as const },
    ];
    await givenWebAccount(test.ctx, { holder, username, names });
    await givenWebAccount(test.ctx, { holder, username: `other.${holder.email}` });
    const input = about({ channel: 'email', to: 'named@example.net' }, holder);
    const asked = await give(test, asker, 'change-contact', { input, reason: 'they called' });
    const request = asked.body.request?.id ?? '';
    const { rows = [] } = (await give(test, manager, 'request-effect', { input: { request } })).body;
    const named = rows.filter(({ what }) => what === 'Signs in with');
    expect(named.map(({ what, after }) => [what, after])).toEqual([['Signs in with', 'n••••@e••••.net']]);
  });

  it('names no sign-in by a mobile where the brand signs nobody in by one', async () => {
    const named = async (LoginMethodId: 1 | 4, to: string) => {
      const tenant = { id: owner.brand.tenantId, name: '' };
      const brand = await givenBrand(test.ctx, { tenant, settings: { LoginMethodId } });
      const mobile = to.replace(/9$/, '8');
      const holder = await givenHolder(test.ctx, { brand, mobile });
      const names = [{ name: mobile.replace('+61', '0'), kind: 'mobile' as const }];
      await givenWebAccount(test.ctx, { holder, names });
      const input = about({ channel: 'mobile', to }, holder);
      const asked = await give(test, asker, 'change-contact', { input, reason: 'they called' });
      const effect = await give(test, manager, 'request-effect', { input: { request: asked.body.request?.id ?? '' } });
      return effect.body.rows?.filter(({ what }) => what === 'Signs in with').length;
    };
    // By email or mobile; only by email.
    expect(await named(4, '+61400555019')).toBe(1);
    expect(await named(1, '+61400555029')).toBe(0);
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
    // The link of the first change, at the right contact, leaves it where it is.
    expect(await undo(ownToken)).toMatchObject({ Desk: 'signedOut' });
    expect(await detailsOf()).toMatchObject({ email: holder.email });
  });

  it('cannot go back by the link of its own change once staff have put the contact right', async () => {
    const { holder } = owner;
    const thief = await givenContactCalls(test, owner);
    const first = await thief.change({ EmailAddress: `b.${holder.email}` });
    const second = await thief.change({ EmailAddress: `c.${holder.email}` });
    await change('change-contact', about({ channel: 'email', to: holder.email }));
    expect(await undo(second)).toMatchObject({ error: ['20314'] });
    expect(await detailsOf()).toMatchObject({ email: holder.email });
    // Nor can the first contact, once staff have replaced that one too.
    await change('change-contact', about({ channel: 'email', to: `d.${holder.email}` }));
    expect(await undo(first)).toMatchObject({ error: ['20314'] });
    expect(await detailsOf()).toMatchObject({ email: `d.${holder.email}` });
  });

  it('gets none either once it has come back by a link: it is undone once and no more', async () => {
    await change('change-contact', about({ channel: 'email', to: 'robin.new@example.net' }));
    await undo(undoTokenIn(await sent(test)));
    await settle();
    await sent(test);
    await change('change-contact', about({ channel: 'email', to: 'robin.new@example.net' }));
    expect(undoTokenIn(await sent(test))).toBe('none');
  });

  it('gets nothing by a reset after the other one was undone, however long it waits', async () => {
    expect(await reachedByReset()).not.toEqual([]);
    await change('change-contact', about({ channel: 'mobile', to: '0400 999 003' }));
    await advance(47);
    await change('change-contact', about({ channel: 'email', to: 'thief@example.net' }));
    const token = undoTokenIn({ ...(await sent(test)), texts: [] });
    await advance(40);
    expect(await undo(token)).toMatchObject({ Desk: 'signedOut' });
    for (const hours of [0, 50 * 365 * 24]) {
      await advance(hours);
      expect(await reachedByReset()).toEqual([]);
    }
  });
});

describe('settling', () => {
  it('names each change that it settles, and is refused where another was taken back since it was looked at', async () => {
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
    const shown = await effect();
    expect(shown.map(({ what }) => what)).toContain(`Change ${input.change} of the name`);
    expect(shown).toContainEqual(expect.objectContaining({ what: 'Links to undo a change', before: '1', after: '0' }));
    const seenOf = (rows: typeof shown) => String(rows[0]?.['seen']);
    await undo(second);
    const now = await effect();
    expect(now.filter(({ what }) => String(what).endsWith('of the address'))).toHaveLength(1);
    const late = await give(test, manager, 'approve', { input: { request, seen: seenOf(shown) } });
    expect(late).toMatchObject({ status: 409, body: { error: 'effect_changed' } });
    expect((await give(test, manager, 'approve', { input: { request, seen: seenOf(now) } })).status).toBe(200);
  });

  it('ends every link of before, and lets a distrusted contact age again', async () => {
    await change('change-name', about({ surname: 'First' }));
    const name = undoTokenIn(await sent(test));
    await change('change-contact', about({ channel: 'mobile', to: '0400 999 004' }));
    const mobile = undoTokenIn(await sent(test));
    await change('change-contact', about({ channel: 'email', to: 'thief@example.net' }));
    await undo(undoTokenIn({ ...(await sent(test)), texts: [] }));
    const [disputed] = (await give(test, asker, 'disputed-changes')).body.rows ?? [];
    const input = { change: String(disputed?.['change']) };
    const asked = await give(test, asker, 'settle-change', { input, reason: 'they came with a passport' });
    const request = asked.body.request?.id ?? '';
    const { rows = [] } = (await give(test, manager, 'request-effect', { input: { request } })).body;
    expect(rows.map(({ what, before, after }) => [what, before, after]).slice(-3)).toEqual([
      ['Links to undo a change', '2', '0'],
      ['Trust in the email', 'none until confirmed', 'as of a new one'],
      ['Trust in the mobile', 'none until confirmed', 'as of a new one'],
    ]);
    expect((await give(test, manager, 'approve', { input: { request } })).status).toBe(200);
    const before = await detailsOf();
    for (const token of [name, mobile]) expect(await undo(token)).toMatchObject({ error: ['20314'] });
    expect(await detailsOf()).toEqual(before);
    expect((await give(test, asker, 'disputed-changes')).body.rows).toEqual([]);
    expect(await reachedByReset()).toEqual([]);
    await advance(48);
    expect(await reachedByReset()).not.toEqual([]);
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
