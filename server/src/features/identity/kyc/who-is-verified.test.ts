import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CODE, givenNewCard, newEmail, setUpAccount, signInAs } from '../../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import {
  givenBrand,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestBrand,
  type TestProduct,
} from '../../../../test-support/factories.ts';
import { finishPart } from '../../../../test-support/identity.ts';
import { ENTITY } from '../../../../test-support/made-up-person.ts';
import { IS_FULL } from '../../../../test-support/sampled.ts';
import { getApi, type Headers, postApi } from '../../../../test-support/signed-in.ts';

let given: TestApp;
let brand: TestBrand;
let product: TestProduct;
let desk: readonly [TestStaff, TestStaff];
/** Persons about whom the identity service was asked, by the name of the verification. */
const asked = new Map<string, string>();

beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
  brand = await givenBrand(given.ctx);
  product = await givenProduct(given.ctx, { brand, type: 3, isReloadable: true });
  desk = [await givenStaff(given.ctx, brand.tenantId), await givenStaff(given.ctx, brand.tenantId)];
  const { identity } = given.ctx.outside;
  if (!identity) throw new Error('the sandbox has an identity service');
  const { register } = identity;
  vi.spyOn(identity, 'register').mockImplementation((call) => {
    const { firstName, middleName, surname, dateOfBirth, address } = call.person;
    const street = `${address.streetNumber} ${address.streetName}`;
    asked.set(call.id, [firstName, middleName, surname, dateOfBirth, street, address.suburb].join('|'));
    return register(call);
  });
});
afterAll(() => given.close());

/** A login of an unverified person with their own address. */
async function givenLogin(firstName: string, surname: string, street: string) {
  const holder = await givenHolder(given.ctx, { brand, firstName, surname, isVerified: false });
  const address = { ...ENTITY.Address, AddressLine1: street, Suburb: 'Perth', PostCode: '6000' };
  await given.ctx.asOwner('UPDATE holder SET address = $2 WHERE id = $1', [holder.id, JSON.stringify(address)]);
  const webAccount = await givenWebAccount(given.ctx, { holder });
  const { headers } = await givenSession(given.ctx, { webAccount });
  return { holder, webAccount, headers, person: `${firstName}||${surname}|1990-02-01|${street}|Perth` };
}
type Login = Awaited<ReturnType<typeof givenLogin>>;

const STRANGER = `Priya||O'Nair-Lee|1988-07-14|14 Banksia Street|Fremantle`;
const NOT_THEIRS = /O'Nair-Lee|Priya|Banksia|activating\d+@|1988-07-14|\*\*\* \*\*\*/;

/** A card of no one that is verified electronically, a stranger who has it with its code, and two logins. */
async function givenWorld() {
  const card = await givenNewCard(given, { brand, product, activationCheck: 'ekyc' });
  await given.ctx.asOwner(
    `INSERT INTO activation (card_id, tenant_id, brand_id, started_at, changed_at) VALUES ($1, $2, $3, now(), now())`,
    [card.id, brand.tenantId, brand.id],
  );
  const { token, headers } = await givenSession(given.ctx, { card }, 'verifyactivation');
  const first = await givenLogin('Yasmin', 'Ember', '2 Wandoo Road');
  const second = await givenLogin('Zoe', 'Flint', '3 Karri Lane');
  const accountNumber = card.account.accountNumber;
  let driver: Headers = headers;
  /** Callers who may try: the stranger goes on trying. */
  const callers = () => [...new Set([headers, driver])];
  const tokens: string[] = [];

  const enter = async () => {
    const post = (path: string, body: object) => postApi(given, path, headers, body);
    await setUpAccount({ post } as Parameters<typeof setUpAccount>[0], newEmail()).catch(() => undefined);
  };
  const register = async (by: readonly Headers[] = callers()) => {
    for (const each of by) {
      const answer = await postApi(given, 'greenId/registerVerification', each, { AccountNumber: accountNumber });
      if (answer.statusCode === 200) tokens.push(answer.json<{ UserToken: string }>().UserToken);
    }
  };
  const decide = async (by: readonly Headers[] = callers()) => {
    for (const each of tokens.splice(0)) await finishPart(given, each);
    for (const each of by) await postApi(given, 'greenId/getVerificationResult', each);
  };
  const pass = async () => {
    const cases = await given.ctx.asOwner<{ id: string }>(
      `SELECT id::text FROM kyc_case WHERE member_account_id = $1 AND state <> 'Verified'`,
      [card.account.id],
    );
    for (const { id } of cases) {
      const { body } = await give(given, desk[0], 'pass-kyc', { input: { case: id }, reason: 'papers were seen here' });
      if (body.request) await give(given, desk[1], 'approve', { input: { request: body.request.id } });
    }
  };
  const take = async (login: Login) => {
    const body = { number: card.pan, code: CODE, reloadable: true };
    const taken = await postApi(given, 'card/verifyCardToBeAdded', login.headers, body);
    expect(taken.statusCode).toBe(200);
    driver = login.headers;
    // Nothing that someone else has entered is shown.
    expect((await getApi(given, 'card/activation', login.headers)).body).not.toMatch(NOT_THEIRS);
  };
  const activate = async () => codeOf(await postApi(given, 'card/activate', driver, { pin: '4826' })) ?? 'done';

  /** Everybody who is verified, by a case that was asked about exactly them. */
  const verified = async () => {
    const holders = await given.ctx.asOwner<{ id: string; person: string }>(
      `SELECT h.id::text, concat_ws('|', h.first_name, h.middle_name, h.surname, h.date_of_birth,
              h.address ->> 'AddressLine1', h.address ->> 'Suburb') AS person
         FROM holder h WHERE h.is_kyc_verified
          AND (h.id IN ($1, $2) OR h.id = (SELECT holder_id FROM card WHERE id = $3))`,
      [first.holder.id, second.holder.id, card.id],
    );
    const cases = await given.ctx.asOwner<{ reference: string }>(
      "SELECT reference FROM kyc_case WHERE state = 'Verified' AND member_account_id = $1",
      [card.account.id],
    );
    const people = cases.map(({ reference }) => asked.get(reference));
    for (const { person } of holders) expect(people).toContain(person);
    return holders.map(({ person }) => person);
  };
  /** Continues to the end as the person who has the activation now. */
  const goOn = async () => {
    const code = await activate();
    if (code === 'done') return;
    expect(['10501', '20253', '20010']).toContain(code);
    if (driver === headers) await enter();
    await register([driver]);
    await decide([driver]);
    expect(await activate()).toBe('done');
  };
  const driving = () =>
    [STRANGER, first.person, second.person][[headers, first.headers, second.headers].indexOf(driver)];
  return {
    card,
    token,
    stranger: headers,
    first,
    second,
    enter,
    register,
    decide,
    pass,
    take,
    activate,
    goOn,
    verified,
    driving,
  };
}

const STEPS = ['enter', 'register', 'decide', 'first', 'second'] as const;
type Step = (typeof STEPS)[number];
const BEFORE: Readonly<Partial<Record<Step, Step>>> = { decide: 'register', second: 'first' };

/** Every order in which a case is registered before it is decided. The two logins differ in nothing but their order. */
function ordersOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  if (steps.length === 0) return [[]];
  return steps
    .filter((step) => !steps.some((other) => other === BEFORE[step]))
    .flatMap((step) => ordersOf(steps.filter((each) => each !== step)).map((rest) => [step, ...rest]));
}

/** All orders, by turns decided by the service and by the desk; in a full run, each by both. */
const CASES = ordersOf(STEPS).flatMap((order, index) =>
  (['service', 'desk'] as const).filter((_, by) => IS_FULL || by === index % 2).map((by) => [order, by] as const),
);

describe('a person is verified by a case about their own name, date of birth and address alone', () => {
  it('in every order of entering, verifying, signing in with two logins, and passing by hand', async () => {
    expect(ordersOf(STEPS)).toHaveLength(30);
    for (const [index, [order, by]] of CASES.entries()) {
      const world = await givenWorld();
      const steps: Readonly<Record<Step, () => Promise<unknown>>> = {
        enter: world.enter,
        register: () => world.register(),
        decide: by === 'service' ? () => world.decide() : world.pass,
        first: () => world.take(world.first),
        second: () => world.take(world.second),
      };
      for (const step of order) await steps[step]();
      await world.activate();
      await world.verified();
      // The person who has the activation finishes it, as themselves.
      if (!IS_FULL && index % 3 !== 0) continue;
      await world.goOn();
      expect([order, await world.verified()]).toEqual([order, expect.arrayContaining([world.driving()])]);
    }
  });

  it.each(['verified', 'entered'] as const)(
    'where a login takes the card by its sign-in after a stranger %s',
    async (done) => {
      const world = await givenWorld();
      await world.enter();
      if (done === 'verified') {
        await world.register();
        await world.decide();
      }
      const { username, password } = world.first.webAccount;
      const signedIn = await signInAs(given, brand, username, { activationToken: world.token }, password);
      const headers = { authorization: `Bearer ${signedIn.json<{ access_token: string }>().access_token}` };
      const view = await getApi(given, 'card/activation', headers);
      expect(view.json()).toMatchObject({ NextStep: 'eKyc', Entered: { FirstName: null, EmailAddress: null } });
      expect(view.body).not.toMatch(NOT_THEIRS);
      expect(codeOf(await postApi(given, 'card/activate', headers, { pin: '4826' }))).toBe('10501');
      // A person who has the card and its code is not asked about the holder of the login.
      const before = asked.size;
      await world.register([world.stranger]);
      expect(asked.size).toBe(before);
      await world.register([headers]);
      await world.decide([headers]);
      expect((await postApi(given, 'card/activate', headers, { pin: '4826' })).statusCode).toBe(200);
      expect(await world.verified()).toEqual([world.first.person]);
    },
  );

  it('and a lock-out of one person locks no login out that takes the card, but follows a login to its next card', async () => {
    const world = await givenWorld();
    const holder = world.first.holder.id;
    await given.ctx.asOwner("UPDATE holder SET surname = 'Locked' WHERE id = $1", [holder]);
    const ask = async (by: Headers, { card }: Pick<typeof world, 'card'>) =>
      codeOf(await postApi(given, 'greenId/registerVerification', by, { AccountNumber: card.account.accountNumber }));
    await world.take(world.first);
    await world.register([world.first.headers]);
    await world.decide([world.first.headers]);
    expect(await ask(world.first.headers, world)).toBe('20254');
    await world.take(world.second);
    expect(await ask(world.second.headers, world)).toBeUndefined();
    const next = await givenWorld();
    await next.take(world.first);
    expect(await ask(world.first.headers, next)).toBe('20254');
  });
});
