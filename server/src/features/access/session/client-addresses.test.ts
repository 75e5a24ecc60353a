import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, type TestApp } from '../../../../test-support/app.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import { givenWebAccount, type TestWebAccount } from '../../../../test-support/factories.ts';
import { toPlainAddress } from '../../../platform/sealed-log/client-address.ts';
import { truncateAddresses } from '../due.ts';

const DAY = 24 * 3_600_000;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

function signIn({ brand, username }: TestWebAccount, remoteAddress: string, password: string) {
  const fields = { grant_type: 'password', ...brandFields(brand), userName: username, password };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams(fields).toString();
  return given.app.inject({ method: 'POST', url: '/api/token', headers, payload, remoteAddress });
}

const auditedFrom = async ({ brand }: TestWebAccount) =>
  (
    await given.ctx.asOwner<{ action: string; address: string }>(
      `SELECT l.action, a.address::text AS address
         FROM audit_log l LEFT JOIN client_address a ON a.tenant_id = l.tenant_id AND a.request_id = l.request_id
        WHERE l.tenant_id = $1 ORDER BY l.id`,
      [brand.tenantId],
    )
  ).map(({ action, address }) => `${action} ${address}`);

describe('the address of a client', () => {
  it('is stored with audit lines and sessions, also of a refused sign-in', async () => {
    const user = await givenWebAccount(given.ctx);
    await signIn(user, '192.0.2.17', 'not it');
    await signIn(user, '2001:db8:1:2:3:4:5:6', user.password);
    await signIn(user, '::ffff:198.51.100.7', user.password);
    expect(await auditedFrom(user)).toEqual([
      'sign_in.refused 192.0.2.17/32',
      'session.opened 2001:db8:1:2:3:4:5:6/128',
      'session.opened 198.51.100.7/32',
    ]);
    const sessions = await given.ctx.asOwner<{ address: string }>(
      'SELECT host(address) AS address FROM session WHERE web_account_id = $1 ORDER BY address',
      [user.id],
    );
    expect(sessions.map(({ address }) => address)).toEqual(['198.51.100.7', '2001:db8:1:2:3:4:5:6']);
  });

  it('is truncated to its network after 90 days, without breaking the seal of its audit line', async () => {
    const user = await givenWebAccount(given.ctx);
    await signIn(user, '192.0.2.17', 'not it');
    await signIn(user, '2001:db8:1:2:3:4:5:6', 'not it');
    given.ctx.advance(90 * DAY);
    await sweep(given.ctx, truncateAddresses);
    expect((await auditedFrom(user))[0]).toBe('sign_in.refused 192.0.2.17/32');
    given.ctx.advance(1);
    await sweep(given.ctx, truncateAddresses);
    expect(await auditedFrom(user)).toEqual(['sign_in.refused 192.0.2.0/24', 'sign_in.refused 2001:db8:1::/48']);
  });

  it('is deleted after seven years, and its audit line stays', async () => {
    const user = await givenWebAccount(given.ctx);
    const at = new Date(given.ctx.clocks.security.now());
    await signIn(user, '192.0.2.17', 'not it');
    given.ctx.advance(91 * DAY);
    await sweep(given.ctx, truncateAddresses);
    given.ctx.setSecurityTime(at.setUTCFullYear(at.getUTCFullYear() + 7));
    await sweep(given.ctx, truncateAddresses);
    expect(await auditedFrom(user)).toEqual(['sign_in.refused 192.0.2.0/24']);
    given.ctx.setSecurityTime(at.getTime() + 1);
    await sweep(given.ctx, truncateAddresses);
    expect(await auditedFrom(user)).toEqual(['sign_in.refused null']);
  });

  it.each([
    ['192.0.2.17', '192.0.2.17'],
    ['::ffff:192.0.2.17', '192.0.2.17'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', undefined],
  ])('%s is written as %s', (address, written) => expect(toPlainAddress(address)).toBe(written));
});
