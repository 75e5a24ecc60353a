import { type BrandView, brandView } from '@wattle/contract/brands/brand.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import ledgerline from '../../brands/ledgerline/brand.json' with { type: 'json' };
import stumps from '../../brands/stumps/brand.json' with { type: 'json' };
import tui from '../../brands/tui/brand.json' with { type: 'json' };
import wattle from '../../brands/wattle/brand.json' with { type: 'json' };

const FILES = { wattle, stumps, tui, ledgerline };
export type BrandName = keyof typeof FILES;

const WORDING = import.meta.glob<Readonly<Record<string, string>>>('../../brands/*/texts/*.json', {
  import: 'default',
  eager: true,
});

const wordingOf = (brand: BrandName, language: Language) =>
  WORDING[`../../brands/${brand}/texts/${language}.json`] ?? {};

/** A brand of `brands/` as the server sends it; `settings` are put over its own. */
export function givenBrand(name: BrandName, settings: Partial<BrandView> = {}): BrandView {
  const file = FILES[name];
  return brandView.parse({
    UpdateTime: '2026-11-20T02:00:00Z',
    ...file.settings,
    BrandIdentifier: file.identifier,
    BrandName: file.name,
    BrandId: file.id,
    TenantId: file.tenant.id,
    TenantName: file.tenant.name,
    Assets: { Tokens: '/tokens.css', Logo: '/logo.svg', LogoOnDark: '/logo.svg', Hero: '/hero.svg' },
    Texts: { enAU: { ...wordingOf(name, 'enAU') }, zhCN: { ...wordingOf(name, 'zhCN') } },
    ...settings,
  });
}
