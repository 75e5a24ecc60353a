import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestBrand,
} from '../../../test-support/factories.ts';
import { type Contact, contactHash } from '../contact-marks/public.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

async function givenCaller(language: 'enAU' | 'zhCN' = 'enAU') {
  const holder = await givenHolder(given.ctx, {
    firstName: 'Amelia',
    surname: 'Chen',
    dateOfBirth: '1990-02-01',
    language,
  });
  const user = await givenWebAccount(given.ctx, { holder });
  const { headers } = await givenSession(given.ctx, { webAccount: user });
  return { user, holder, headers };
}

describe('a contact that messages do not reach', () => {
  const asked = async (headers: Record<string, string>) => {
    const answer = await given.app.inject({ url: '/api/onlineAccount/', headers });
    const { UnreachedContacts: contacts, IsReached: isReached } = answer.json<{
      UnreachedContacts: object[];
      IsReached: boolean;
    }>();
    return { contacts, isReached };
  };
  const say = async (headers: Record<string, string>, payload: object) =>
    (await given.app.inject({ method: 'POST', url: '/api/onlineAccount/AnswerContactCheck', headers, payload }))
      .statusCode;
  const mark = async (brand: TestBrand, holderId: bigint, contact: Contact, columns: string) => {
    await given.ctx.asOwner(
      `INSERT INTO contact_mark (tenant_id, holder_id, channel, contact_hash, ${columns})
       VALUES ($1, $2, $3, $4, '2026-11-19')`,
      [brand.tenantId, holderId, contact.channel, contactHash(given.ctx.secrets, brand.tenantId, contact)],
    );
  };

  it('is asked about until its person says that it works, or for a week puts it off', async () => {
    const { holder, headers } = await givenCaller();
    await given.ctx.asOwner("UPDATE holder SET mobile = '0400 000 661' WHERE id = $1", [holder.id]);
    await mark(holder.brand, holder.id, { channel: 'sms', to: '+61400000661' }, 'opted_out_at');
    const question = { contacts: [{ Channel: 'mobile', Why: 'optedOut' }], isReached: true };
    expect(await asked(headers)).toEqual(question);
    expect(await say(headers, { Channel: 'mobile', Answer: 'later' })).toBe(200);
    expect(await asked(headers)).toEqual({ contacts: [], isReached: true });
    await given.ctx.asOwner(
      "UPDATE contact_mark SET put_off_at = put_off_at - interval '7 days' WHERE holder_id = $1",
      [holder.id],
    );
    expect(await asked(headers)).toEqual(question);
    expect(await say(headers, { Channel: 'mobile', Answer: 'works' })).toBe(200);
    expect(await asked(headers)).toEqual({ contacts: [], isReached: true });
  });

  it('says where no contact is left, and nothing of a contact that was replaced', async () => {
    const { holder, headers } = await givenCaller();
    await given.ctx.asOwner("UPDATE holder SET mobile = '0400 000 662' WHERE id = $1", [holder.id]);
    await mark(holder.brand, holder.id, { channel: 'sms', to: '+61400000662' }, 'failing_since');
    await mark(holder.brand, holder.id, { channel: 'email', to: holder.email }, 'failing_since');
    expect(await asked(headers)).toEqual({
      contacts: [
        { Channel: 'mobile', Why: 'failing' },
        { Channel: 'email', Why: 'failing' },
      ],
      isReached: false,
    });
    await given.ctx.asOwner("UPDATE holder SET mobile = '0400 000 663' WHERE id = $1", [holder.id]);
    expect(await asked(headers)).toEqual({ contacts: [{ Channel: 'email', Why: 'failing' }], isReached: true });
  });

  it('still gets codes where a mail was reported as unwanted', async () => {
    const { holder, headers } = await givenCaller();
    await given.ctx.asOwner("UPDATE holder SET mobile = '' WHERE id = $1", [holder.id]);
    await mark(holder.brand, holder.id, { channel: 'email', to: holder.email }, 'complained_at');
    expect(await asked(headers)).toEqual({ contacts: [{ Channel: 'email', Why: 'complained' }], isReached: true });
  });
});

describe('GET onlineAccount/', () => {
  it("answers the user's first name, language and login before this one", async () => {
    const { user, headers } = await givenCaller('zhCN');
    await given.ctx.asOwner("UPDATE web_account SET previous_login_at = '2026-11-19T05:04:03Z' WHERE id = $1", [
      user.id,
    ]);
    expect((await given.app.inject({ url: '/api/onlineAccount/', headers })).json()).toEqual({
      FirstName: 'Amelia',
      Surname: 'Chen',
      PreviousLogin: '2026-11-19T05:04:03Z',
      ShowStatementMessage: false,
      TaxFileNumber: null,
      Withholding: null,
      IsPrimaryAccount: true,
      Kyc: true,
      Language: 'zhCN',
      UnreachedContacts: [],
      IsReached: true,
    });
  });
});

describe('GET onlineAccount/GetCurrentEntityPersonalDetails', () => {
  const read = async (headers: { authorization: string }) =>
    given.app.inject({ url: '/api/onlineAccount/GetCurrentEntityPersonalDetails', headers });

  it('answers the profile with the date of birth as dd/mm/yyyy', async () => {
    const { user, holder, headers } = await givenCaller();
    expect((await read(headers)).json()).toMatchObject({
      UserName: user.username,
      EmailAddress: holder.email,
      FirstName: 'Amelia',
      Surname: 'Chen',
      DateOfBirth: '01/02/1990',
      UnparsedDateOfBirth: '1990-02-01',
      TaxFileNumber: null,
      Address: null,
      Kyc: true,
      StatementDeliveryType: 69,
      StatementFrequencyType: 0,
    });
  });

  it('never sends the maiden name or the digits of a tax file number', async () => {
    const { holder, headers } = await givenCaller();
    const sealed = given.ctx.secrets.encrypt('123456782', 'tfn', holder.id);
    await given.ctx.asOwner(
      'UPDATE holder SET tfn_cipher = $2, tfn_key_version = $3, maiden_name_hash = $4 WHERE id = $1',
      [holder.id, sealed.cipher, sealed.keyVersion, await given.ctx.secrets.hashSecret('harper')],
    );
    const response = await read(headers);
    expect(response.json()).toMatchObject({ TaxFileNumber: '*** *** ***', MothersMaidenName: null });
    expect(response.body).not.toMatch(/123456782|argon2|harper/i);
  });

  it('returns the kind of an exemption, and who may change the tax file number', async () => {
    const { holder, headers } = await givenCaller();
    await given.ctx.asOwner("UPDATE holder SET tax_exemption = 'pension' WHERE id = $1", [holder.id]);
    expect((await read(headers)).json()).toMatchObject({
      TaxFileNumber: 'EXEMPT pension',
      MayEditTaxFileNumber: false,
    });
    const greeting = await given.app.inject({ url: '/api/onlineAccount/', headers });
    expect(greeting.json()).toMatchObject({ TaxFileNumber: 'EXEMPT pension' });
    const product = await givenProduct(given.ctx, { brand: holder.brand, type: 2, settings: { interestRate: 3.1 } });
    const account = await givenAccount(given.ctx, { holder });
    await givenCard(given.ctx, { account, product });
    const webAccount = await givenWebAccount(given.ctx, { holder, account, username: `tax.${holder.email}` });
    const { headers: own } = await givenSession(given.ctx, { webAccount });
    expect((await read(own)).json()).toMatchObject({ MayEditTaxFileNumber: true });
  });

  it('returns the tax withheld from interest by the product that pays most, until the owner is known', async () => {
    const holder = await givenHolder(given.ctx);
    const account = await givenAccount(given.ctx, { holder });
    const better = { interestRate: 3.1, withholding: { percent: 32, freeBelow: 7_50 } };
    for (const settings of [{ interestRate: 1 }, better]) {
      const product = await givenProduct(given.ctx, { brand: holder.brand, type: 2, settings });
      await givenCard(given.ctx, { account, product });
    }
    const said = async (extension?: string) => {
      const who = extension === undefined ? holder : await givenHolder(given.ctx, { brand: holder.brand });
      const named = extension === undefined ? {} : { extension };
      const webAccount = await givenWebAccount(given.ctx, { holder: who, account, ...named });
      const { headers } = await givenSession(given.ctx, { webAccount });
      return async () => {
        const profile = (await read(headers)).json<{ Withholding: unknown }>();
        const greeting = await given.app.inject({ url: '/api/onlineAccount/', headers });
        return [profile.Withholding, greeting.json<{ Withholding: unknown }>().Withholding];
      };
    };
    const [owner, nominee] = [await said(), await said('01')];
    const best = { Percent: 32, FreeBelow: 7.5 };
    expect(await owner()).toEqual([best, best]);
    expect(await nominee()).toEqual([null, null]);
    await given.ctx.asOwner("UPDATE holder SET tax_exemption = 'pension' WHERE id = $1", [holder.id]);
    expect(await owner()).toEqual([null, null]);
  });

  it('returns an address by its parts, with missing ones empty, and both spellings of one flag', async () => {
    const { holder, headers } = await givenCaller();
    const address = {
      AddressLine1: '1 Wattle Street',
      Suburb: 'Fremantle',
      State: 'WA',
      PostCode: '6160',
      CountryCode: 'AU',
    };
    await given.ctx.asOwner('UPDATE holder SET address = $2, is_kyc_restricted = true WHERE id = $1', [
      holder.id,
      JSON.stringify(address),
    ]);
    expect((await read(headers)).json()).toMatchObject({
      Address: { ...address, AddressLine2: '', UnitNumber: '' },
      IsKycRestricted: true,
      IsKycRestircted: true,
    });
  });

  it.each([
    ['enAU', 1, 'Which street did you grow up in?'],
    ['enAU', 4, 'What was the make of your first car?'],
    ['zhCN', 1, '您在哪条街上长大？'],
    ['zhCN', 2, '您的第一只宠物叫什么名字？'],
    ['enAU', 5, null],
  ] as const)('answers the security question in the words of %s: %i', async (language, question, text) => {
    const { holder, headers } = await givenCaller(language);
    await given.ctx.asOwner('UPDATE holder SET security_question = $2 WHERE id = $1', [holder.id, question]);
    expect((await read(headers)).json()).toMatchObject({
      SecurityQuestion: text,
      SecurityQuestionNumber: question,
    });
  });

  it("answers the security question in the brand's own words where it has some", async () => {
    const texts = { enAU: { 'profile:securityQuestion.1': 'Which gum tree is your favourite?' }, zhCN: {} };
    const holder = await givenHolder(given.ctx, { brand: await givenBrand(given.ctx, { texts }) });
    await given.ctx.asOwner('UPDATE holder SET security_question = 1 WHERE id = $1', [holder.id]);
    const webAccount = await givenWebAccount(given.ctx, { holder });
    const { headers } = await givenSession(given.ctx, { webAccount });
    expect((await read(headers)).json()).toMatchObject({ SecurityQuestion: 'Which gum tree is your favourite?' });
  });

  it('returns no security question where none is chosen', async () => {
    const { headers } = await givenCaller();
    expect((await read(headers)).json()).toMatchObject({ SecurityQuestion: null, SecurityQuestionNumber: null });
  });

  it("returns the caller's own profile", async () => {
    await givenCaller();
    const { user, headers } = await givenCaller();
    expect((await read(headers)).json()).toMatchObject({ UserName: user.username });
  });
});

describe('GET onlineaccount/gettitles', () => {
  it('returns forms of address in the requested language', async () => {
    const titles = async (query: string) =>
      (await given.app.inject(`/api/onlineaccount/gettitles${query}`)).json<{
        Titles: { value: string; text: string }[];
      }>().Titles;
    expect(await titles('')).toContainEqual({ value: 'Ms', text: 'Ms' });
    expect(await titles('?language=zhCN')).toContainEqual({ value: 'Ms', text: '女士' });
  });
});
