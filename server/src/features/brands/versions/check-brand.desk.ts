import { contrastPairs } from '@wattle/contract/brands/contrast-pairs.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import * as z from 'zod';
import { rulesOf } from '../../../config/mode.ts';
import { deskCommand } from '../../desk/public.ts';
import { findLeftInBrand } from '../demo-brands.ts';
import { checkFiles } from '../import-brand.ts';
import { findSiteElsewhere } from '../site-elsewhere.ts';
import { tokensOfTheme } from '../stylesheet.domain.ts';
import { readProduct } from './brand-product.ts';
import { changesBetween } from './brand-parts.domain.ts';
import { chooseVersion, liveParts, readContent, readParts, versionInput } from './chosen-version.ts';
import { changeWords, placeOf } from './place-words.domain.ts';

export const checkBrandCommand = deskCommand({
  name: 'check-brand',
  title: 'Check a version of a brand',
  summary: 'Everything that keeps a version of a brand from being published, what to look at, and what is right',
  permission: 'look',
  positional: 'brand',
  input: z.object(versionInput),
  answer: z.object({
    /** `fault`: it cannot be published. `look`: it can. `pass`: a part that is right. */
    state: z.string(),
    /** Part at fault: `settings.BrandUrl`, `texts.enAU.access:help`, `files.logo.svg`, `colours`. */
    place: z.string(),
    /** Key or element within the part; may be empty. */
    key: z.string(),
    reason: z.string(),
    /** How many were checked, of what is right. */
    count: z.number(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const chosen = await chooseVersion(tx, tenantId, input);
    if (!chosen.ok) return chosen;
    const { findings, brand } = await checkFiles(chosen.files, ctx.config.mode);
    const faults = findings.map((one) => ({
      state: 'fault',
      place: placeOf(one),
      key: one.key,
      reason: one.reason,
      count: 0,
    }));
    const isReal = !rulesOf(ctx.config.mode).hasDemo;
    const toLookAt =
      brand && isReal ? [...findLeftInBrand(brand), ...findSiteElsewhere(brand.settings.BrandUrl, ctx.config)] : [];
    const looks = toLookAt.map((one) => ({
      state: 'look',
      place: placeOf(one),
      key: one.key,
      reason: one.reason,
      count: 0,
    }));
    const { json, texts, tokens, pictures } = await readContent(chosen.files);
    const product = (await readProduct()).tokens;
    const counted: Readonly<Record<string, number>> = {
      colours: (['light', 'dark'] as const).flatMap((theme) => contrastPairs(tokensOfTheme(product, tokens, theme)))
        .length,
      settings: Object.keys(json.settings).length,
      texts: Object.keys(texts[DEFAULT_LANGUAGE] ?? {}).length,
      files: pictures.size,
    };
    const passed = Object.entries(counted)
      .filter(([part]) => !faults.some(({ place }) => place === part || place.startsWith(`${part}.`)))
      .map(([part, count]) => ({ state: 'pass', place: part, key: '', reason: '', count }));
    return { ok: true, rows: [...faults, ...looks, ...passed], object: chosen.object };
  },
});

export const compareBrandCommand = deskCommand({
  name: 'compare-brand',
  title: 'Compare a version of a brand',
  summary: 'What differs between a version of a brand and the published one',
  permission: 'look',
  positional: 'brand',
  input: z.object(versionInput),
  answer: z.object({ place: z.string(), what: z.string(), before: z.string(), after: z.string() }),
  async run({ tx, staff: { tenantId }, input }) {
    const chosen = await chooseVersion(tx, tenantId, input);
    if (!chosen.ok) return chosen;
    const changes = changesBetween(await liveParts(tx, chosen), await readParts(chosen.files));
    const rows = changes.map((one) => ({ place: one.place, ...changeWords(one) }));
    return { ok: true, rows, object: chosen.object };
  },
});
