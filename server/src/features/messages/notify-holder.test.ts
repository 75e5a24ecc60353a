import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenBrand, givenHolder, givenWebAccount, type TestBrand } from '../../../test-support/factories.ts';
import { givenSubscription } from '../../../test-support/subscription.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { Busy } from '../../platform/busy.ts';
import { deliverDue } from './deliver-messages.due.ts';
import { messageFigures } from './message-figures.ts';
import { queueRequested } from './queue-message.ts';
import { type HolderNotice, notifyHolder } from './notify-holder.ts';

const HOUR = 3_600_000;

let ctx: TestContext;
let brand: TestBrand;
beforeAll(async () => {
  ctx = await givenContext();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  brand = await givenBrand(ctx);
  messageFigures.resetMetrics();
});

let causes = 0;
function notify(holderId: bigint, given: Partial<HolderNotice> = {}, own: TestContext = ctx): Promise<boolean> {
  causes += 1;
  const place = { tenantId: brand.tenantId, brandId: brand.id, holderId };
  const what = { template: 'credentialChanged', params: { change: 'passkeyAdded' }, everyContact: true } as const;
  return ctx.database.transact(brand.tenantId, (tx) =>
    notifyHolder(tx, own, { ...place, ...what, dedupKey: `cause:${causes}`, ...given }),
  );
}

async function sent() {
  const { transports, mails, texts, notices } = givenTransports();
  await deliverDue(ctx, transports);
  return {
    to: [
      ...mails.map(({ to }) => to),
      ...texts.map(({ to }) => to),
      ...notices.map(({ to }) => to.endpoint),
    ].toSorted(),
    subjects: mails.map(({ subject }) => subject),
  };
}

const skipped = async () => {
  const { values } = (await messageFigures.getMetricsAsJSON())[0] ?? { values: [] };
  return values.map(({ labels, value }) => `${labels['template']} ${labels['reason']} ${value}`);
};

/** A confirmed change of contact, and perhaps its undo. */
async function givenReplaced(
  holderId: bigint,
  webAccountId: bigint,
  change: { channel: 'email' | 'mobile'; from: string; to: string; ageMs?: number; isUndone?: boolean },
): Promise<void> {
  const proved = new Date(ctx.clocks.security.now() - (change.ageMs ?? HOUR));
  await ctx.asOwner(
    `INSERT INTO contact_change (id, tenant_id, brand_id, web_account_id, holder_id, channel, old_value, new_value,
                                 asked_at, proved_at, undone_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      brand.tenantId,
      brand.id,
      webAccountId,
      holderId,
      change.channel,
      change.from,
      change.to,
      proved,
      change.isUndone ? proved : null,
    ],
  );
}

describe('a notice to a holder', () => {
  it('goes to every contact and device when it concerns access, else to the first contact and the devices', async () => {
    const holder = await givenHolder(ctx, { brand, email: 'mia@example.com', mobile: '0400 000 111' });
    const { id } = await givenWebAccount(ctx, { brand, holder });
    await ctx.asOwner(
      `INSERT INTO device (tenant_id, brand_id, web_account_id, uuid, registration_id, fcm_enabled, enabled,
                           notices_answered, registered_at, seen_at)
       VALUES ($1, $2, $3, '6f1a2c3e-0d4b-4c5d-8e9f-a0b1c2d3e4f5', $4, true, true, true, now(), now())`,
      [brand.tenantId, brand.id, id, JSON.stringify(givenSubscription('https://fcm.googleapis.com/phone'))],
    );
    expect(await notify(holder.id)).toBe(true);
    expect((await sent()).to).toEqual(['+61400000111', 'https://fcm.googleapis.com/phone', 'mia@example.com']);
    await notify(holder.id, { everyContact: false });
    expect((await sent()).to).toEqual(['https://fcm.googleapis.com/phone', 'mia@example.com']);
    const onlyMobile = await givenHolder(ctx, { brand, email: '', mobile: '0400 000 222' });
    await notify(onlyMobile.id, { everyContact: false });
    expect((await sent()).to).toEqual(['+61400000222']);
  });

  it('goes to a replaced contact while the change can be undone, and not after that', async () => {
    const holder = await givenHolder(ctx, { brand, email: 'now@example.com', mobile: '' });
    const { id } = await givenWebAccount(ctx, { brand, holder });
    await givenReplaced(holder.id, id, { channel: 'email', from: 'owner@example.com', to: 'now@example.com' });
    await givenReplaced(holder.id, id, { channel: 'mobile', from: '0400 000 333', to: '' });
    await givenReplaced(holder.id, id, {
      channel: 'email',
      from: 'last-year@example.com',
      to: 'owner@example.com',
      ageMs: ctx.config.contacts.newMs + HOUR,
    });
    await givenReplaced(holder.id, id, { channel: 'email', from: 'thief@example.com', to: 'x', isUndone: true });
    await notify(holder.id);
    expect((await sent()).to).toEqual(['+61400000333', 'now@example.com', 'owner@example.com']);
    await notify(holder.id, { everyContact: false });
    expect((await sent()).to).toEqual(['now@example.com']);
  });

  it('is written in the language of the holder', async () => {
    const holder = await givenHolder(ctx, { brand, language: 'zhCN', email: 'wei@example.com' });
    await notify(holder.id, {
      template: 'debtMade',
      params: (language) => ({ amount: language }),
      everyContact: false,
    });
    expect((await sent()).subjects).toEqual([expect.stringContaining('zhCN')]);
  });

  it('is replaced by one summary an hour and contact beyond the limit', async () => {
    const holder = await givenHolder(ctx, { brand, email: 'busy@example.com', mobile: '0400 000 444' });
    for (let count = 0; count < 10; count += 1) expect(await notify(holder.id)).toBe(true);
    await sent();
    for (let count = 0; count < 3; count += 1) expect(await notify(holder.id)).toBe(false);
    const { to, subjects } = await sent();
    expect(to).toEqual(['+61400000444', 'busy@example.com']);
    expect(subjects).toEqual([expect.stringContaining('More activity')]);
    expect(await skipped()).toEqual(['credentialChanged limit 6']);
    const other = await givenHolder(ctx, { brand, email: 'calm@example.com', mobile: '' });
    expect(await notify(other.id)).toBe(true);
    expect((await sent()).to).toEqual(['calm@example.com']);
  });

  it('is skipped and counted without a contact, for a bad address, a disabled channel or a deceased holder', async () => {
    const nobody = await givenHolder(ctx, { brand, email: '', mobile: '03 9000 0000' });
    expect(await notify(nobody.id)).toBe(false);
    const odd = await givenHolder(ctx, { brand, email: 'no address', mobile: '' });
    expect(await notify(odd.id)).toBe(false);
    const gone = await givenHolder(ctx, { brand, email: 'gone@example.com' });
    await ctx.asOwner("UPDATE holder SET died_on = '2026-01-01' WHERE id = $1", [gone.id]);
    expect(await notify(gone.id)).toBe(false);
    const production = { ...ctx, config: { ...ctx.config, mode: 'production' as const, messages: {} } };
    const reachable = await givenHolder(ctx, { brand, email: 'off@example.com' });
    expect(await notify(reachable.id, {}, production as TestContext)).toBe(false);
    expect((await sent()).to).toEqual([]);
    expect(await skipped()).toEqual(['credentialChanged no_contact 3', 'credentialChanged bad_address 1']);
  });

  it('does not fail its transaction when it cannot be queued', async () => {
    const holder = await givenHolder(ctx, { brand, email: 'long@example.com' });
    expect(await notify(holder.id, { dedupKey: 'x'.repeat(300) })).toBe(false);
    const throwing = () => {
      throw new Error('no words');
    };
    expect(await notify(holder.id, { params: throwing })).toBe(false);
    expect(await skipped()).toEqual(['credentialChanged failed 2']);
  });
});

it('refuses a requested message beyond the hourly limit', async () => {
  const holder = await givenHolder(ctx, { brand });
  const code = (n: number) =>
    ctx.database.transact(brand.tenantId, (tx) =>
      queueRequested(tx, ctx, {
        tenantId: brand.tenantId,
        brandId: brand.id,
        holderId: holder.id,
        channel: 'email',
        to: 'asks@example.com',
        template: 'contactCode',
        language: 'enAU',
        params: { code: '123456' },
        dedupKey: `asked:${holder.id}:${n}`,
      }),
    );
  for (let n = 0; n < 10; n += 1) await code(n);
  await expect(code(10)).rejects.toThrow(Busy);
});
