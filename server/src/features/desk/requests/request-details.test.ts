import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../../../test-support/factories.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function given() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand });
  const member = (role: 'viewer' | 'agent' | 'manager') => givenStaff(test.ctx, brand.tenantId, { role });
  return { member, person: `holder:${card.holder?.id}`, account: card.account.accountNumber };
}
type Given = Awaited<ReturnType<typeof given>>;

const CASES = [
  {
    command: 'change-contact',
    inputOf: ({ person }: Given) => ({ person, channel: 'email', to: 'mara.new@example.org' }),
    whole: ['mara.new@example.org'],
    masked: ['m••••@e••••.org'],
  },
  {
    command: 'change-address',
    inputOf: ({ person }: Given) => ({
      person,
      line1: '7 Banksia Street',
      line2: 'Unit 3',
      suburb: 'Carlton',
      state: 'VIC',
      postCode: '3053',
    }),
    whole: ['7 Banksia Street', 'Unit 3'],
    masked: ['••••', 'Carlton', '3053'],
  },
];

it.each(CASES)('of $command are whole for who asked and who decides, while it waits, and recorded', async (one) => {
  const place = await given();
  const { member } = place;
  const [asker, viewer, agent, manager] = await Promise.all(
    (['agent', 'viewer', 'agent', 'manager'] as const).map((role) => member(role)),
  );
  if (!asker || !viewer || !agent || !manager) throw new Error('four members');
  const asked = await give(test, asker, one.command, { input: one.inputOf(place), reason: 'has moved' });
  expect(asked.status).toBe(200);
  const input = { request: asked.body.request?.id ?? '' };
  type Member = typeof asker;
  const listed = async (by: Member) => JSON.stringify((await give(test, by, 'requests', { input })).body.rows);
  const details = async (by: Member) => JSON.stringify((await give(test, by, 'request-details', { input })).body.rows);
  const shows = (text: string, values: readonly string[]) => values.filter((value) => text.includes(value));
  for (const by of [viewer, agent, asker, manager]) {
    expect(shows(await listed(by), [...one.whole, ...one.masked])).toEqual(one.masked);
  }
  for (const by of [viewer, agent]) {
    expect(shows(await details(by), [...one.whole, ...one.masked])).toEqual(one.masked);
  }
  for (const by of [asker, manager]) expect(shows(await details(by), one.whole)).toEqual(one.whole);
  const seen = async () =>
    (await give(test, viewer, 'timeline', { input: { person: place.person } })).body.rows?.filter(
      ({ event }) => event === 'desk.request-details',
    );
  expect((await seen())?.map(({ reason }) => reason)).toEqual(['has moved', 'has moved']);
  // After the decision no one needs the details.
  test.ctx.advance(24 * HOUR_MS);
  const later = await member('manager');
  expect(shows(await details(later), [...one.whole, ...one.masked])).toEqual(one.masked);
  expect((await seen())?.length ?? 0).toBe(0);
});
