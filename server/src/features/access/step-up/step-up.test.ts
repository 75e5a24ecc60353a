import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf, openBrowser } from '../../../../test-support/cookies.ts';
import { givenCard, givenSession, givenWebAccount, type TestWebAccount } from '../../../../test-support/factories.ts';
import { addPasskeyOf, givenPasskey } from '../../../../test-support/passkeys.ts';
import { type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { signAccessToken } from '../../../http/auth.ts';
import type { Session } from '../../../http/handle.ts';
import { findLiveSessions } from '../../../http/session.store.ts';
import { canonicalJson } from '../../../platform/text/canonical-json.ts';
import { usingProof } from '../../transfers/public.ts';
import { type Act, spendProof } from './fresh-proof.ts';

const MINUTE = 60_000;
const UUID = '6f1a2c3e-0d4b-4c5d-8e9f-a0b1c2d3e4f6';
const DEVICE = {
  uuid: UUID,
  model: '',
  version: '',
  platform: '',
  name: '',
  registrationId: '',
  fcmEnabled: false,
  enabled: false,
};
const PASSCODE = { device: DEVICE, pin: '4826', userAgent: 'test' };
const CONTENT = { kind: transferInternal.name, to: '200100017', amount: '600.00' };
const ACT: Act = { purpose: 'payment', content: CONTENT };

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

const give = (headers: Headers, body: object) => postApi(given, 'stepUp/Give', headers, body);
const start = async (headers: Headers, body: object) =>
  (await postApi(given, 'stepUp/Start', headers, body)).json<{
    Methods: string[];
    Passkey: { challenge: string; allowCredentials: object[] } | null;
  }>();

async function givenUser() {
  const user = await givenWebAccount(given.ctx);
  return { user, ...(await givenSession(given.ctx, { webAccount: user })) };
}

/** A new access token of a session, because a token lives only as long as a proof is fresh. */
async function tokenOf({ brand }: TestWebAccount, sessionId: string): Promise<Headers> {
  const claims = { sessionId, tenantId: brand.tenantId, brandId: brand.id, scope: 'password' as const };
  return { authorization: `Bearer ${await signAccessToken(given.ctx, claims)}` };
}

async function sessionOf(user: { brand: TestWebAccount['brand'] }, id: string): Promise<Session> {
  const { tenantId } = user.brand;
  const now = given.ctx.clocks.security.now();
  const found = await given.ctx.database.read(tenantId, (tx) => findLiveSessions(tx, tenantId, [id], now, 900_000));
  const session = found.get(id);
  if (!session) throw new Error('no session');
  return session;
}

/** Spends a proof in a separate transaction. */
const spend = (session: Session, act: Act) =>
  given.ctx.database.transact(session.tenantId, (tx) => spendProof(tx, given.ctx, session, act));

describe('a sign-in method', () => {
  it('is added with a password or passkey given within 5 minutes, and not with an access token alone', async () => {
    const { user, headers, id } = await givenUser();
    given.ctx.advance(5 * MINUTE - 1);
    expect(codeOf(await postApi(given, 'onlineAccount/AddPasscode', headers, PASSCODE))).toBeUndefined();
    given.ctx.advance(1);
    const later = await tokenOf(user, id);
    const refused = await postApi(given, 'onlineAccount/AddPasscode', later, PASSCODE);
    expect([refused.statusCode, refused.json()]).toMatchObject([428, { error: ['428'] }]);
    const proof = { Purpose: 'account', Method: 'password', currentpassword: user.password };
    expect((await give(later, proof)).json()).toEqual({ IsSuccessful: true });
    expect(codeOf(await postApi(given, 'onlineAccount/AddPasscode', later, PASSCODE))).toBeUndefined();
  });

  it('needs a proof in a session opened by passcode, and none in one opened by password', async () => {
    const { user, headers } = await givenUser();
    const passcode = await givenSession(given.ctx, { webAccount: user }, 'passcode');
    expect(codeOf(await postApi(given, 'onlineAccount/AddPasscode', passcode.headers, PASSCODE))).toBe('428');
    expect(codeOf(await postApi(given, 'onlineAccount/AddPasscode', headers, PASSCODE))).toBeUndefined();
  });

  it('is added after the right current password was given', async () => {
    const { user, id } = await givenUser();
    given.ctx.advance(10 * MINUTE);
    const headers = await tokenOf(user, id);
    await postApi(given, 'onlineAccount/CheckPassword', headers, { currentpassword: user.password });
    expect(codeOf(await postApi(given, 'onlineAccount/AddPasscode', headers, PASSCODE))).toBeUndefined();
  });
});

describe('POST stepUp/Give', () => {
  it('accepts the passcode of this device alone, and deletes it with the third wrong one', async () => {
    const { headers } = await givenUser();
    const browser = openBrowser(given.app);
    await browser.post('/api/onlineAccount/AddPasscode', PASSCODE, headers);
    const body = { Purpose: 'account', Method: 'passcode', deviceuuid: UUID };
    const by = async (passcode: string) =>
      codeOf(await browser.post('/api/stepUp/Give', { ...body, passcode }, headers));
    expect(codeOf(await give(headers, { ...body, passcode: '4826' }))).toBe('20010');
    expect(await by('4826')).toBeUndefined();
    expect([await by('1111'), await by('1111'), await by('1111')]).toEqual(['20263', '20263', '20264']);
    expect(await by('4826')).toBe('20010');
  });

  it('accepts the access code of a card-only person, who has no password', async () => {
    const card = await givenCard(given.ctx, { accessCode: '246810' });
    const { headers } = await givenSession(given.ctx, { card });
    expect(await start(headers, { Purpose: 'account' })).toEqual({
      Methods: ['accessCode'],
      Passkey: null,
      NothingUntil: null,
    });
    const body = { Purpose: 'account', Method: 'accessCode' };
    expect(codeOf(await give(headers, { ...body, accesscode: '000000' }))).toBe('10000');
    expect(codeOf(await give(headers, { ...body, accesscode: '246810' }))).toBeUndefined();
    expect(codeOf(await give(headers, { Purpose: 'account', Method: 'password', currentpassword: 'x' }))).toBe('20010');
  });

  it('answers 20041 to wrong passwords, and 20043 to the fifth', async () => {
    const { headers } = await givenUser();
    const codes = [];
    for (let count = 0; count < 5; count += 1) {
      codes.push(codeOf(await give(headers, { Purpose: 'account', Method: 'password', currentpassword: 'not it' })));
    }
    expect(codes).toEqual(['20041', '20041', '20041', '20041', '20043']);
  });

  it('accepts a passkey that has signed exactly this content, once', async () => {
    const { user, headers, authenticator } = await givenPasskey(given);
    const asked = { Purpose: 'payment', Content: CONTENT };
    const { Methods, Passkey } = await start(headers, asked);
    expect(Methods).toEqual(['passkey', 'password']);
    expect(Passkey?.allowCredentials).toEqual([{ type: 'public-key', id: authenticator.credentialId }]);
    const signed = authenticator.sign(Passkey?.challenge ?? '');
    const elsewhere = authenticator.sign((await start(headers, asked)).Passkey?.challenge ?? '', {
      origin: 'https://evil.example',
    });
    expect(codeOf(await give(headers, { ...asked, Method: 'passkey', credential: elsewhere }))).toBe('421');
    const changed = { ...asked, Content: { ...CONTENT, amount: '6000.00' } };
    expect(codeOf(await give(headers, { ...changed, Method: 'passkey', credential: signed }))).toBe('20010');
    expect(codeOf(await give(headers, { ...asked, Method: 'passkey', credential: signed }))).toBeUndefined();
    expect(codeOf(await give(headers, { ...asked, Method: 'passkey', credential: signed }))).toBe('20010');
    // A signature for a step-up neither signs in nor adds a passkey.
    const again = await start(headers, asked);
    const made = authenticator.make({
      challenge: again.Passkey?.challenge ?? '',
      user: { id: String(user.id) },
    });
    expect(codeOf(await addPasskeyOf(given, headers, made))).toBe('20010');
  });

  it('audits who proved what by which method, without the secret', async () => {
    const { user, headers } = await givenUser();
    await give(headers, { Purpose: 'payment', Content: CONTENT, Method: 'password', currentpassword: user.password });
    const lines = await given.ctx.asOwner<{ action: string; outcome: string; details: object; line: string }>(
      `SELECT action, outcome, details, a::text AS line FROM audit_log a WHERE actor = $1 AND action LIKE 'proof%'`,
      [`web:${user.id}`],
    );
    expect(lines).toMatchObject([
      { action: 'proof.given', outcome: 'ok', details: { purpose: 'payment', method: 'password' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain(user.password);
  });
});

describe('a proof for one act', () => {
  async function givenProof() {
    const made = await givenUser();
    const { user, headers } = made;
    const body = { Purpose: 'payment', Content: CONTENT, Method: 'password', currentpassword: user.password };
    expect(codeOf(await give(headers, body))).toBeUndefined();
    return { ...made, session: await sessionOf(user, made.id) };
  }

  it('is spent once', async () => {
    const { session } = await givenProof();
    expect([await spend(session, ACT), await spend(session, ACT)]).toEqual([true, false]);
  });

  it('is stored as a keyed hash of its act, which cannot be searched for typed text', async () => {
    const { session } = await givenProof();
    const plain = createHash('sha256').update(canonicalJson(ACT)).digest();
    const rows = await given.ctx.asOwner<{ digest: Buffer }>('SELECT digest FROM step_up_proof WHERE session_id = $1', [
      session.id,
    ]);
    expect(rows.map(({ digest }) => [digest.length, digest.equals(plain)])).toEqual([[32, false]]);
  });

  it('is invalid for other content, another purpose or person, and for settings', async () => {
    const { session } = await givenProof();
    for (const field of ['kind', 'to', 'amount']) {
      expect(await spend(session, { ...ACT, content: { ...CONTENT, [field]: 'other' } })).toBe(false);
    }
    expect(await spend(session, { ...ACT, content: { ...CONTENT, payee: 'new' } })).toBe(false);
    expect(await spend(session, { ...ACT, purpose: 'payee' })).toBe(false);
    const other = await givenUser();
    expect(await spend(await sessionOf(other.user, other.id), ACT)).toBe(false);
    expect(await spend(session, ACT)).toBe(true);
  });

  it('ends after 5 minutes and with its session', async () => {
    const late = await givenProof();
    given.ctx.advance(5 * MINUTE);
    expect(await spend(late.session, ACT)).toBe(false);
    const ended = await givenProof();
    await postApi(given, 'token/revoke', ended.headers, {});
    expect(await spend(ended.session, ACT)).toBe(false);
  });

  it('is restored when its act rolls back', async () => {
    const { session } = await givenProof();
    const failed = given.ctx.database.transact(session.tenantId, async (tx) => {
      expect(await spendProof(tx, given.ctx, session, ACT)).toBe(true);
      throw new Error('the act failed');
    });
    await expect(failed).rejects.toThrow('the act failed');
    expect(await spend(session, ACT)).toBe(true);
  });

  it('serves one of two concurrent acts', async () => {
    const { session } = await givenProof();
    expect((await Promise.all([spend(session, ACT), spend(session, ACT)])).toSorted()).toEqual([false, true]);
  });

  it('is spent as an effect of a payment, so two payments of a batch cannot share it', async () => {
    const { session } = await givenProof();
    const { ctx } = given;
    const effect = usingProof(session, ACT);
    await ctx.database.transact(session.tenantId, async (tx) => {
      const within = { ctx, tx, tenantId: session.tenantId };
      const first = effect.decide(await effect.read(within));
      if (!first.ok) throw new Error('the proof was refused');
      expect(effect.decide(first.value.state)).toEqual({ ok: false, error: 'proof_needed' });
      first.value.write?.(within, { number: '', at: 0, heldUntil: null, transferId: 1n });
    });
    expect(await spend(session, ACT)).toBe(false);
  });

  it('is not given by a password that was reset within 24 hours', async () => {
    const { user, headers } = await givenUser();
    await given.ctx.asOwner('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
      user.id,
      new Date(given.ctx.clocks.security.now() - 24 * 60 * MINUTE + 5_000),
    ]);
    const body = { Purpose: 'payment', Content: CONTENT, Method: 'password', currentpassword: user.password };
    expect((await start(headers, { Purpose: 'payment', Content: CONTENT })).Methods).toEqual([]);
    expect(codeOf(await give(headers, body))).toBe('20010');
    expect(codeOf(await give(headers, { ...body, Purpose: 'account' }))).toBeUndefined();
    given.ctx.advance(5_000);
    expect(codeOf(await give(headers, body))).toBeUndefined();
  });

  it('is not given for money by a passkey or passcode added in the 24 hours after a reset', async () => {
    const { user, headers, authenticator } = await givenPasskey(given);
    const browser = openBrowser(given.app);
    await browser.post('/api/onlineAccount/AddPasscode', PASSCODE, headers);
    const resetAgo = async (ms: number) => {
      const at = new Date(given.ctx.clocks.security.now() - ms);
      await given.ctx.asOwner('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [user.id, at]);
      return at.getTime() + 24 * 60 * MINUTE;
    };
    const asked = { Purpose: 'payment', Content: CONTENT, deviceuuid: UUID };
    const begun = async (Purpose: string) =>
      (await browser.post('/api/stepUp/Start', { ...asked, Purpose }, headers)).json<{ Methods: string[] }>();
    const byPasscode = async () =>
      codeOf(await browser.post('/api/stepUp/Give', { ...asked, Method: 'passcode', passcode: '4826' }, headers));
    // Older than the reset: the passkey signs a challenge that was asked for then.
    await resetAgo(0);
    await given.ctx.asOwner(`UPDATE passkey SET made_at = made_at - interval '1 hour' WHERE web_account_id = $1`, [
      user.id,
    ]);
    const started = await start(headers, asked);
    expect(started.Methods).toEqual(['passkey']);
    const until = await resetAgo(2 * 60 * MINUTE);
    expect(await begun('payment')).toEqual({
      Methods: [],
      Passkey: null,
      NothingUntil: new Date(until).toISOString(),
    });
    expect((await begun('account')).Methods).toEqual(['passkey', 'passcode', 'password']);
    const credential = authenticator.sign(started.Passkey?.challenge ?? '');
    expect(codeOf(await give(headers, { ...asked, Method: 'passkey', credential }))).toBe('20010');
    expect(await byPasscode()).toBe('20010');
    await resetAgo(24 * 60 * MINUTE);
    expect((await begun('payment')).Methods).toEqual(['passkey', 'passcode', 'password']);
    expect(await byPasscode()).toBeUndefined();
  });
});
