import path from 'node:path';
import { checkFiles } from '../src/features/brands/import-brand.ts';
import { forgetBrands } from '../src/features/brands/find-brand.ts';
import {
  filesOfVersion,
  liveVersion,
  publishImported,
  saveDraft,
} from '../src/features/brands/versions/brand-versions.ts';
import { findBrandRef } from '../src/features/brands/versions/version.store.ts';
import { readFolder } from '../src/platform/folder.ts';
import { givenTenant, type TestBrand } from './factories.ts';
import type { TestContext } from './processes/database.ts';

const STUMPS = path.join(import.meta.dirname, '../../brands/stumps');

/** Site of these brands: nothing listens on the discard port. */
const NOWHERE = 'https://127.0.0.1:9/';

let serial = 40_000;

/** A brand with all its files in a new programme, as its first version. */
export async function givenWholeBrand(ctx: TestContext): Promise<TestBrand> {
  const tenant = await givenTenant(ctx);
  serial += 1;
  const identifier = `whole${serial}`;
  const files = new Map(await readFolder(STUMPS, 'brand.json'));
  const json = JSON.parse(String(files.get('brand.json'))) as Record<string, unknown> & { settings: object };
  const settings = {
    ...json.settings,
    BrandUrl: NOWHERE,
    CompanyUrl: null,
    CustomLinkUrl: NOWHERE,
    CardIdHelpInfoImage: null,
  };
  const name = `Whole ${serial}`;
  files.set('brand.json', Buffer.from(JSON.stringify({ ...json, tenant, id: serial, identifier, name, settings })));
  files.set('tokens.css', Buffer.from(String(files.get('tokens.css')).replaceAll("'stumps'", `'${identifier}'`)));
  const { brand, findings } = await checkFiles(files, 'sandbox');
  if (!brand) throw new Error(JSON.stringify(findings));
  const by = { by: 'import', atMs: ctx.clocks.business.now(), clocks: ctx.clocks };
  await ctx.database.transact(tenant.id, (tx) => publishImported(tx, brand, undefined, by));
  forgetBrands(ctx);
  return { id: serial, tenantId: tenant.id, identifier, name };
}

/** Saves a draft of a brand with another name. Returns its number. */
export function givenDraft(ctx: TestContext, { tenantId, identifier }: TestBrand, name: string): Promise<number> {
  return ctx.database.transact(tenantId, async (tx) => {
    const brand = await findBrandRef(tx, tenantId, identifier);
    if (!brand) throw new Error(`there is no brand ${identifier}`);
    const files = new Map(await filesOfVersion(tx, brand, await liveVersion(tx, brand)));
    const json = JSON.parse(String(files.get('brand.json'))) as object;
    files.set('brand.json', Buffer.from(JSON.stringify({ ...json, name })));
    return saveDraft(tx, brand, files, { by: 'kate', atMs: ctx.clocks.business.now() });
  });
}
