import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenBrand, givenTenant, type TestBrand } from '../../../test-support/factories.ts';
import { type ReadBrands, readBrands } from './brand.store.ts';

let given: TestApp;
let house: TestBrand;
beforeAll(async () => {
  given = await givenApp({ WATTLE_DEFAULT_BRAND: 'house', WATTLE_INSTANCE_NAME: 'Test instance' });
  house = await givenBrand(given.ctx, { identifier: 'house', name: 'House' });
});
beforeEach(() => given.ctx.setBusinessTime(TEST_START));
afterAll(() => given.close());

const get = (url: string, headers: Record<string, string> = {}) => given.app.inject({ url: `/api/${url}`, headers });
const post = (url: string, payload: object = {}) => given.app.inject({ method: 'POST', url: `/api/${url}`, payload });
const NOT_FOUND = { statusCode: 404, error: ['404'] };

async function refusal(response: ReturnType<typeof get>) {
  const { statusCode, body } = await response;
  return { statusCode, error: (JSON.parse(body) as { error: string[] }).error };
}

async function notice(brand: TestBrand | null, tenantId: number, changed: Record<string, string | null> = {}) {
  const texts = { enAU: { Title: 'Maintenance', Body: 'On Sunday' }, zhCN: { Title: '维护', Body: '星期日' } };
  const row = { starts_at: '2026-11-20T00:00:00Z', ends_at: null, updated_at: '2026-11-20T00:00:00Z', ...changed };
  const [added] = await given.ctx.asOwner<{ id: string }>(
    `INSERT INTO system_notification (id, tenant_id, brand_id, level, texts, starts_at, ends_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, 'warning', $3, $4, $5, $6) RETURNING id`,
    [tenantId, brand?.id ?? null, JSON.stringify(texts), row.starts_at, row.ends_at, row.updated_at],
  );
  return added?.id;
}

describe('GET brand/{identifier}', () => {
  it('returns settings, wording, assets and the tenant of a brand', async () => {
    const texts = { enAU: { 'access:title': 'Welcome' }, zhCN: { 'access:title': '欢迎' } };
    const brand = await givenBrand(given.ctx, {
      texts,
      settings: { LoginMethodId: 3, SupportPhoneNumber: '1300 555 099' },
    });
    expect((await get(`brand/${brand.identifier}`)).json()).toMatchObject({
      BrandIdentifier: brand.identifier,
      BrandName: brand.name,
      BrandId: brand.id,
      TenantId: brand.tenantId,
      LoginMethodId: 3,
      SupportPhoneNumber: '1300 555 099',
      UpdateTime: '2026-11-20T02:00:00Z',
      Texts: texts,
      Assets: { Tokens: `/assets/brands/${brand.identifier}/tokens.css` },
    });
  });

  it('ignores case and characters that are neither letters nor digits', async () => {
    expect((await get('brand/HO-U.SE')).json()).toMatchObject({ BrandIdentifier: 'house' });
  });

  it("resolves default to the host's brand, else to the instance's", async () => {
    const other = await givenBrand(given.ctx, { identifier: 'elsewhere' });
    expect((await get('brand/default')).json()).toMatchObject({ BrandId: house.id });
    expect((await get('brand/default', { host: 'elsewhere.example' })).json()).toMatchObject({ BrandId: other.id });
  });

  it('answers 404 for an unknown brand', async () => {
    expect(await refusal(get('brand/nobody'))).toEqual({ ...NOT_FOUND, error: ['404'] });
  });

  it('shows a change that another server made', async () => {
    const brand = await givenBrand(given.ctx);
    await get(`brand/${brand.identifier}`);
    await given.ctx.asOwner("UPDATE brand SET name = 'Renamed' WHERE id = $1", [brand.id]);
    given.ctx.advance(1_000);
    expect((await get(`brand/${brand.identifier}`)).json()).toMatchObject({ BrandName: 'Renamed' });
  });
});

describe('a brand that has just changed', () => {
  it('is never shown with its old content and the time of the change', async () => {
    const brand = await givenBrand(given.ctx);
    await get(`brand/${brand.identifier}`);
    const at = '2026-11-21T00:00:00Z';
    await given.ctx.asOwner("UPDATE brand SET name = 'Renamed', updated_at = $2 WHERE id = $1", [brand.id, at]);
    expect((await get(`brand/${brand.identifier}`)).json()).toMatchObject({ BrandName: 'Renamed', UpdateTime: at });
  });
});

describe('brands that are read again', () => {
  const asset = (brand: TestBrand, version: string) =>
    given.ctx.asOwner(
      `INSERT INTO brand_asset (tenant_id, brand_id, name, content_type, body, version)
       VALUES ($1, $2, 'tokens.css', 'text/css', '', $3)
       ON CONFLICT (brand_id, name) DO UPDATE SET version = excluded.version`,
      [brand.tenantId, brand.id, version],
    );

  it('are new where a row of theirs was written since, and else the same', async () => {
    const [same, renamed, dressed, moved] = [
      await givenBrand(given.ctx),
      await givenBrand(given.ctx),
      await givenBrand(given.ctx),
      await givenBrand(given.ctx),
    ];
    const removed = await givenBrand(given.ctx);
    await asset(dressed, '0000000000000001');
    const read = (known?: ReadBrands) => given.ctx.database.readShared((tx) => readBrands(tx, known));
    const before = await read();
    await given.ctx.asOwner("UPDATE brand SET name = 'Renamed' WHERE id = $1", [renamed.id]);
    await asset(dressed, '0000000000000002');
    await given.ctx.asOwner("UPDATE tenant SET name = 'Moved' WHERE id = $1", [moved.tenantId]);
    await given.ctx.asOwner('DELETE FROM brand WHERE id = $1', [removed.id]);
    const added = await givenBrand(given.ctx);
    const after = await read(before);
    expect(after.get(same.id)?.brand).toBe(before.get(same.id)?.brand);
    expect(after.get(renamed.id)?.brand.name).toBe('Renamed');
    expect(after.get(dressed.id)?.brand.assets.get('tokens.css')).toBe('0000000000000002');
    expect(after.get(moved.id)?.brand.tenantName).toBe('Moved');
    expect(after.get(added.id)?.brand.identifier).toBe(added.identifier);
    const ids = [...before.keys()].filter((id) => id !== removed.id);
    expect([...after.keys()]).toEqual([...ids, added.id]);
    expect(await read()).toEqual(after);
  });
});

describe('POST brand/GetUpdateTime', () => {
  const updateTime = async (brand: TestBrand) =>
    (await post('brand/GetUpdateTime', { identifier: brand.identifier })).json<{ UpdateTime: string }>().UpdateTime;

  it("returns the latest change of the brand, its notices and its tenant's, as the brand's view does", async () => {
    const brand = await givenBrand(given.ctx);
    expect(await updateTime(brand)).toBe('2026-11-20T02:00:00Z');
    await notice(brand, brand.tenantId, { updated_at: '2026-11-20T03:00:00Z' });
    expect(await updateTime(brand)).toBe('2026-11-20T03:00:00Z');
    await notice(null, brand.tenantId, { updated_at: '2026-11-20T04:00:00Z' });
    expect(await updateTime(brand)).toBe('2026-11-20T04:00:00Z');
    expect((await get(`brand/${brand.identifier}`)).json()).toMatchObject({ UpdateTime: '2026-11-20T04:00:00Z' });
  });

  it('answers 404 for an unknown brand', async () => {
    expect(await refusal(post('brand/GetUpdateTime', { identifier: 'nobody' }))).toEqual({
      ...NOT_FOUND,
      error: ['404'],
    });
  });
});

describe('POST brand/GetSystemNotifications', () => {
  const list = async (body: object) =>
    (await post('brand/GetSystemNotifications', body)).json<{ Notifications: { Id: string }[] }>().Notifications;

  it('returns the notices of brand and tenant that are current by business time', async () => {
    const tenant = await givenTenant(given.ctx);
    const brand = await givenBrand(given.ctx, { tenant });
    const other = await givenBrand(given.ctx, { tenant });
    const own = await notice(brand, tenant.id);
    const shared = await notice(null, tenant.id, {
      starts_at: '2026-11-19T00:00:00Z',
      ends_at: '2030-01-01T00:00:00Z',
    });
    await notice(other, tenant.id);
    await notice(brand, tenant.id, { starts_at: '2031-01-01T00:00:00Z' });
    await notice(brand, tenant.id, { ends_at: '2026-11-20T00:30:00Z' });
    await notice(null, house.tenantId);
    const notices = await list({ brandIdentifier: brand.identifier, tenantId: tenant.id, tenantName: tenant.name });
    expect(notices.map(({ Id }) => Id)).toEqual([own, shared]);
    expect(notices[0]).toEqual({
      Id: own,
      Level: 'warning',
      StartTime: '2026-11-20T00:00:00Z',
      EndTime: null,
      PaymentMethod: null,
      Texts: { enAU: { Title: 'Maintenance', Body: 'On Sunday' }, zhCN: { Title: '维护', Body: '星期日' } },
    });
  });

  it.each([
    ['a brand that nobody has', { brandIdentifier: 'nobody' }],
    ['another tenant', { brandIdentifier: 'house', tenantId: 999 }],
    ["another tenant's name", { brandIdentifier: 'house', tenantName: 'Somebody' }],
  ])('answers 404 for %s', async (_, body) => {
    expect(await refusal(post('brand/GetSystemNotifications', body))).toEqual({ ...NOT_FOUND, error: ['404'] });
  });
});

describe.each<[path: string, answer: object]>([
  [
    'config/',
    {
      InstanceName: 'Test instance',
      DefaultBrand: 'house',
      DateFormat: 'dd/MM/yy',
      TimeZone: 'Australia/Melbourne',
      Currency: 'AUD',
      Languages: ['enAU', 'zhCN'],
      IsSandbox: true,
    },
  ],
  ['config/privacyPolicy', { Url: null }],
  ['config/webSiteTermsOfUseUrl', { Url: 'https://plain.example/terms' }],
  [
    'config/fundtransferlimittooltip',
    { enAU: expect.stringContaining('midnight') as string, zhCN: expect.stringContaining('午夜') as string },
  ],
  ['config/induePrivacyPolicy', { Url: null }],
  ['config/reloadableCardMinimumAge', { MinimumAge: 16 }],
  ['config/directDebitServiceAgreement', { Url: null }],
  ['config/maximumCardPurchaseNum', { MaximumCardPurchaseNum: 5 }],
  ['config/supportPhoneNumber', { SupportPhoneNumber: '1300 555 000' }],
  ['config/addressLengths', { AddressLine1: 32, AddressLine2: 32, State: 18, PostCode: 9 }],
  ['config/getShowAboutLink', { ShowAboutLink: false }],
  ['config/getInstanceName', { InstanceName: 'Test instance' }],
])('GET %s', (path, answer) => {
  it('returns the fact for a named brand and for the default brand', async () => {
    expect((await get(`${path}?brand=house`)).json()).toEqual(answer);
    expect((await get(path)).json()).toEqual(answer);
  });

  it('answers 404 for an unknown brand', async () => {
    expect(await refusal(get(`${path}?brand=nobody`))).toEqual({ statusCode: 404, error: ['404'] });
  });
});

describe('POST config/getServerTime', () => {
  it('returns business time and the date in Melbourne', async () => {
    given.ctx.setBusinessTime('2026-11-20T13:30:00Z');
    expect((await post('config/getServerTime')).json()).toEqual({
      ServerTime: '2026-11-20T13:30:00.000Z',
      ServerDate: '2026-11-21',
    });
  });
});

describe('POST country/getall', () => {
  type Country = { Code: string; Name: string; IsDefault: boolean; States: { StateCode: string; StateName: string }[] };
  const countries = async (body: object) =>
    (await post('country/getall', body)).json<{ Countries: Country[] }>().Countries;

  it("returns all 249 countries, the brand's own first, then by name", async () => {
    const list = await countries({ brand: 'house' });
    expect(list).toHaveLength(249);
    expect(list.slice(0, 3).map(({ Name }) => Name)).toEqual(['Australia', 'Afghanistan', 'Åland Islands']);
    expect(list.filter(({ IsDefault }) => IsDefault).map(({ Code }) => Code)).toEqual(['AU']);
  });

  it('treats a missing body like an empty one', async () => {
    const answer = await given.app.inject({ method: 'POST', url: '/api/country/getall' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ Countries: await countries({}) });
  });

  it('includes the states of Australia and the regions of New Zealand, and none of other countries', async () => {
    const list = await countries({});
    const of = (code: string) => list.find(({ Code }) => Code === code)?.States ?? [];
    expect(of('AU').map(({ StateCode }) => StateCode)).toEqual(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']);
    expect(of('AU')[1]).toMatchObject({ StateName: 'New South Wales' });
    expect(of('NZ')).toHaveLength(17);
    expect(of('DE')).toEqual([]);
  });

  it('names countries in Chinese, with New Zealand first for its brand', async () => {
    const brand = await givenBrand(given.ctx, { settings: { DefaultCountry: 'NZ' } });
    const [first, ...others] = await countries({ brand: brand.identifier, language: 'zhCN' });
    expect(first).toMatchObject({ Code: 'NZ', Name: '新西兰', IsDefault: true });
    expect(others).toContainEqual(expect.objectContaining({ Code: 'AU', Name: '澳大利亚' }));
  });

  it('answers 404 for an unknown brand', async () => {
    expect(await refusal(post('country/getall', { brand: 'nobody' }))).toEqual({ ...NOT_FOUND, error: ['404'] });
  });
});
