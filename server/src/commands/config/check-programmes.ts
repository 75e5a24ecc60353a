import { rulesOf } from '../../config/mode.ts';
import { processorAdapters } from '../../compose/processor-adapters.ts';
import type { AppConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import {
  findLeftInBrand,
  findSiteElsewhere,
  isDemoBrand,
  type listBrands,
  refuseUnknownDefault,
} from '../../features/brands/public.ts';
import { askEach, checkConnections, openConnections } from '../../features/processors/public.ts';
import { findDemoInProduct, findLeftInProduct, listProducts } from '../../features/products/public.ts';
import { gatewayOf, openProgrammes, transportsOf } from '../../features/programme/public.ts';
import type { Outside } from '../../outside/outside.ts';
import type { Database } from '../../platform/database/database.ts';
import { openLog } from '../../platform/log.ts';
import { type Tried, tryOne } from './check-systems.ts';
import { failed, type Finding, look, passed } from './finding.ts';

type Known = { readonly config: AppConfig; readonly database: Database; readonly outside: Outside };
type Brands = Awaited<ReturnType<typeof listBrands>>;

/** Brands and products: whether there are any, the default brand, and in production what is still the demo's. */
export async function checkBrands({ config, database }: Known, brands: Brands): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  try {
    await refuseUnknownDefault(database, config.defaultBrand);
    const words = config.defaultBrand ?? (brands.length === 1 ? 'the only one' : 'none, so visitors choose');
    found.push(
      brands.length === 0
        ? look('Brands', 'there is none yet. Import one: npm run brands -- import')
        : passed('Brands', `${brands.length} in the database; the default is ${words}`),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    found.push(failed('Brands', error.message));
  }
  const products = await listProducts(database);
  if (brands.length > 0 && products.length === 0)
    found.push(look('Products', 'there is none yet. Import one: npm run products -- import'));
  if (rulesOf(config.mode).hasDemo) return found;
  for (const { identifier, tenantName, name, settings, texts } of brands) {
    const about = `Brand ${identifier}`;
    if (isDemoBrand(identifier)) found.push(failed(about, 'is a brand of the demo. Import one of your own'));
    const left = findLeftInBrand({ tenant: { name: tenantName }, name, settings, texts });
    found.push(...left.map(({ file, key, reason }) => look(about, `${file}: ${key}: ${reason}. Change it and import`)));
    const away = findSiteElsewhere(settings.BrandUrl, config);
    found.push(...away.map(({ key, reason }) => look(about, `${key}: ${reason}`)));
  }
  for (const product of products) {
    const about = `Product ${product.id}`;
    found.push(...findDemoInProduct(product).map(({ key, reason }) => failed(about, `${key}: ${reason}`)));
    found.push(
      ...findLeftInProduct(product).map(({ key, reason }) => look(about, `${key}: ${reason}. Change it and import`)),
    );
  }
  return found;
}

/** Signs in to the accounts that programmes have themselves, and to their card processors, at the same time. */
export async function checkOwnSystems(known: Known, brands: Brands, limitMs: number): Promise<readonly Finding[]> {
  const { config, database, outside } = known;
  const programmes = openProgrammes(database);
  const processors = openConnections(database, processorAdapters);
  await Promise.all([programmes.refresh(), processors.refresh()]);
  const ctx = { config, outside, programmes, processors, log: openLog('silent') };
  const found: Finding[] = [];
  try {
    checkConnections(config, processors);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    found.push(...error.message.split('\n').map((line) => failed('Card processors', line)));
  }
  const tried: Tried[] = [];
  const tenants = new Set([...brands.map(({ tenantId }) => tenantId), ...processors.tenants()]);
  for (const tenantId of tenants) {
    const { sms, gateway } = programmes.own(tenantId);
    const of = `of programme ${tenantId}`;
    const settings = `its secrets (WATTLE_SECRET_${tenantId}_…) and its account at the desk`;
    const add = (about: string, url: string | undefined, probe: Tried['probe'] | undefined) => {
      if (probe) tried.push({ about, settings, url, probe });
      else found.push(failed(about, `a secret that it names is missing, or has another form. Check ${settings}`));
    };
    if (sms) {
      const url = sms.provider === 'gateway' ? sms.url : config.messages.smsUrls[sms.provider];
      add(`Texts ${of}`, url, transportsOf(ctx, tenantId, outside).sms?.probe);
    }
    if (gateway) {
      const opened = gatewayOf(ctx, tenantId);
      add(`Card payments ${of}`, gateway.url, opened?.probe);
      if (opened?.probeReports) add(`Reports of the gateway ${of}`, undefined, opened.probeReports);
    }
    await askEach(ctx, { tenantId, signal: AbortSignal.timeout(limitMs) }, async ({ id, name, api }) => {
      add(`Card processor "${name}" ${of}`, processors.byId(id)?.connection.settings.url, () => api.balance());
    });
  }
  return [...found, ...(await Promise.all(tried.map((one) => tryOne(one, limitMs))))];
}
