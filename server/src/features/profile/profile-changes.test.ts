import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenCard, givenHolder, givenSession, givenWebAccount } from '../../../test-support/factories.ts';
import { getApi, givenUser, type Headers, postApi } from '../../../test-support/signed-in.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const PASSWORD = 'Golden-Wattle-2026';
const HOME = {
  AddressLine1: '27 Marine Parade',
  AddressLine2: '',
  Suburb: 'Cottesloe',
  State: 'WA',
  PostCode: '6011',
  CountryCode: 'AU',
};

async function givenPerson(flags: { phone?: boolean; address?: boolean } = {}) {
  const { phone: AllowEditPhoneNumber = true, address: AllowEditAddress = true } = flags;
  const brand = await givenBrand(test.ctx, { settings: { AllowEditPhoneNumber, AllowEditAddress } });
  return givenUser(test.ctx, { brand });
}

const update = (headers: Headers, body: object) => postApi(test, 'onlineAccount/UpdatePersonalDetails', headers, body);
const profileOf = async (headers: Headers) =>
  (await getApi(test, 'onlineAccount/GetCurrentEntityPersonalDetails', headers)).json();

describe('POST onlineAccount/UpdatePersonalDetails', () => {
  it('changes phone and addresses with the password, notifies the user and ends the other sessions', async () => {
    const { headers, webAccount, holder } = await givenPerson();
    const elsewhere = await givenSession(test.ctx, { webAccount });
    const changes = { HomePhone: '03 9000 0001', Address: HOME, CorrespondenceAddress: { ...HOME, PostCode: '6012' } };
    expect((await update(headers, { ...changes, currentpassword: PASSWORD })).json()).toEqual({ result: true });
    expect(await profileOf(headers)).toMatchObject({ HomePhone: '03 9000 0001', Address: HOME });
    expect((await postApi(test, 'onlineAccount/GetAddress', headers)).json()).toMatchObject({
      Address: HOME,
      CorrespondenceAddress: { PostCode: '6012' },
    });
    expect((await getApi(test, 'onlineAccount/', elsewhere.headers)).statusCode).toBe(401);
    const { transports, mails } = givenTransports();
    await deliverDue(test.ctx, transports);
    expect(mails.map(({ to }) => to)).toEqual([holder.email]);
    await update(headers, { CorrespondenceAddress: null, currentpassword: PASSWORD });
    expect(await profileOf(headers)).toMatchObject({ HomePhone: '03 9000 0001', CorrespondenceAddress: null });
  });

  it('changes marketing preferences without a password, and leaves the rest', async () => {
    const { headers } = await givenPerson();
    expect((await update(headers, { ProductMarketingEmail: true })).json()).toEqual({ result: true });
    expect(await profileOf(headers)).toMatchObject({ ProductMarketingEmail: true, CfsMarketingEmail: false });
    await update(headers, { ProductMarketingEmail: false, CfsMarketingEmail: true });
    expect(await profileOf(headers)).toMatchObject({ ProductMarketingEmail: false, CfsMarketingEmail: true });
  });

  describe('title, name and date of birth', () => {
    const KIT = {
      Title: 'Dr',
      FirstName: 'Kit',
      MiddleName: 'Ann',
      Surname: "O'Hara",
      UnparsedDateOfBirth: '1988-07-14',
    };

    async function givenUnverified() {
      const given = await givenPerson({ phone: false, address: false });
      await test.ctx.asOwner('UPDATE holder SET is_kyc_verified = false WHERE id = $1', [given.holder.id]);
      return given;
    }

    it('change with the password until the identity is verified, and the user is notified', async () => {
      const { headers, holder, webAccount } = await givenUnverified();
      const elsewhere = await givenSession(test.ctx, { webAccount });
      expect((await update(headers, KIT)).json().error).toEqual(['20041']);
      expect((await update(headers, { ...KIT, currentpassword: PASSWORD })).json()).toEqual({ result: true });
      expect(await profileOf(headers)).toMatchObject({ ...KIT, DateOfBirth: '14/07/1988' });
      expect((await getApi(test, 'onlineAccount/', elsewhere.headers)).statusCode).toBe(401);
      const { transports, mails } = givenTransports();
      await deliverDue(test.ctx, transports);
      expect(mails.map(({ to }) => to)).toContain(holder.email);

      await test.ctx.asOwner('UPDATE holder SET is_kyc_verified = true WHERE id = $1', [holder.id]);
      const refused = await update(headers, { Surname: 'Lane', currentpassword: PASSWORD });
      expect(refused.json().error).toEqual(['403']);
      expect(await profileOf(headers)).toMatchObject({ Surname: "O'Hara" });
    });

    it.each([
      ['Title', { Title: 'Sir Lord' }],
      ['FirstName', { FirstName: 'Ann <b>' }],
      ['Surname', { Surname: 'Lane <b>' }],
      ['UnparsedDateOfBirth', { UnparsedDateOfBirth: '2999-01-01' }],
      ['UnparsedDateOfBirth', { UnparsedDateOfBirth: '1990-02-30' }],
    ])('are refused at %s for %j', async (field, body) => {
      const { headers } = await givenUnverified();
      const response = await update(headers, { ...body, currentpassword: PASSWORD });
      expect(response.json()).toMatchObject({ error: ['20010'], field });
    });
  });

  it('needs the password for a contact, and locks after five wrong ones', async () => {
    const { headers } = await givenPerson();
    const body = { HomePhone: '03 9000 0001' };
    expect((await update(headers, body)).json().error).toEqual(['20041']);
    for (let tries = 0; tries < 3; tries += 1) {
      const wrong = await update(headers, { ...body, currentpassword: 'Wrong-Password-1' });
      expect(wrong.json().error).toEqual(['20041']);
    }
    expect((await update(headers, { ...body, currentpassword: 'Wrong-Password-1' })).json().error).toEqual(['20043']);
    expect(await profileOf(headers)).toMatchObject({ HomePhone: '' });
  });

  it('is refused for details that the brand does not let its users change', async () => {
    const { headers } = await givenPerson({ phone: false, address: false });
    const withPassword = (body: object) => update(headers, { ...body, currentpassword: PASSWORD });
    expect((await withPassword({ HomePhone: '03 9000 0001' })).json().error).toEqual(['403']);
    expect((await withPassword({ Address: HOME })).json().error).toEqual(['403']);
    expect((await withPassword({ CorrespondenceAddress: null })).json().error).toEqual(['403']);
  });

  it.each([
    ['HomePhone', { HomePhone: 'call me' }],
    ['HomePhone', { HomePhone: '012345678901234' }],
    ['Address', { Address: { ...HOME, AddressLine1: '' } }],
    ['Address', { Address: { ...HOME, PostCode: '1234567890' } }],
    ['PostCode', { Address: { ...HOME, PostCode: '06000' } }],
    ['PostCode', { Address: { ...HOME, State: 'QLD', PostCode: '6000' } }],
    ['CountryCode', { Address: { ...HOME, CountryCode: 'XX' } }],
    ['PostCode', { Address: { ...HOME, PostCode: '' } }],
    ['PostCode', { CorrespondenceAddress: { ...HOME, State: 'QLD', PostCode: '6000' } }],
  ])('refuses %s for %j', async (field, body) => {
    const { headers } = await givenPerson();
    const response = await update(headers, { ...body, currentpassword: PASSWORD });
    expect(response.json()).toMatchObject({ error: ['20010'], field: expect.stringContaining(field) });
  });

  it('takes an address without a post code where the country has none', async () => {
    const { headers } = await givenPerson();
    const Address = { ...HOME, Suburb: 'Kowloon', State: '', PostCode: '', CountryCode: 'HK' };
    const body = { Address, CorrespondenceAddress: Address, currentpassword: PASSWORD };
    expect((await update(headers, body)).json()).toEqual({ result: true });
    expect(await profileOf(headers)).toMatchObject({ Address: { PostCode: '' } });
  });
});

describe('statements', () => {
  it('are delivered and made as chosen', async () => {
    const { headers } = await givenPerson();
    const delivery = { newDeliveryMethod: 80 };
    expect((await postApi(test, 'onlineAccount/UpdateDeliveryMethod', headers, delivery)).json()).toEqual({
      result: true,
    });
    await postApi(test, 'onlineAccount/UpdateStatementFrequency', headers, { newFrequency: 1 });
    expect(await profileOf(headers)).toMatchObject({ StatementDeliveryType: 80, StatementFrequencyType: 1 });
    const bad = await postApi(test, 'onlineAccount/UpdateStatementFrequency', headers, { newFrequency: 3 });
    expect(bad.json().error).toEqual(['20010']);
  });

  it('are refused to a nominee', async () => {
    const { card } = await givenPerson();
    const holder = await givenHolder(test.ctx, { brand: card.brand });
    await givenCard(test.ctx, { account: card.account, holder });
    const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount });
    const delivery = await postApi(test, 'onlineAccount/UpdateDeliveryMethod', headers, { newDeliveryMethod: 80 });
    expect(delivery.json().error).toEqual(['10001']);
    const frequency = await postApi(test, 'onlineAccount/UpdateStatementFrequency', headers, { newFrequency: 1 });
    expect(frequency.json().error).toEqual(['10001']);
  });
});
