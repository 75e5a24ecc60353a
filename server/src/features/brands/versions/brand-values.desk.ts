import { DEFAULT_LANGUAGE, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { readColour } from '@wattle/contract/brands/contrast.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { deskCommand, pageInput, pageOf } from '../../desk/public.ts';
import type { Product } from '../brand-file.ts';
import { findInPicture } from '../picture.domain.ts';
import { readProduct } from './brand-product.ts';
import { chooseVersion, liveParts, readContent, readParts, versionInput } from './chosen-version.ts';

const THEMES = ['light', 'dark'] as const;

/** Colours of the product in a theme, and whether a brand's colour of the light theme counts before each. */
function ownColours({ tokens: { fallback, common } }: Product): { place: string; own: string; yields: boolean }[] {
  const names = [...new Map([...fallback.light, ...common.light])].flatMap(([name, value]) =>
    readColour(value) ? [name] : [],
  );
  return THEMES.flatMap((theme) =>
    names.map((name) => {
      const own = { neutral: common[theme].get(name), other: fallback[theme].get(name) };
      const light = common.light.get(name) ?? fallback.light.get(name) ?? '';
      return {
        place: `colours.${theme}.${name}`,
        own: own.neutral ?? own.other ?? light,
        yields: theme === 'dark' && own.neutral === undefined,
      };
    }),
  );
}

export const brandValuesCommand = deskCommand({
  name: 'brand-values',
  title: 'Settings and colours of a brand',
  summary: 'Name, settings and colours of a version of a brand, beside the published ones and the product’s colours',
  permission: 'look',
  positional: 'brand',
  input: z.object(versionInput),
  answer: z.object({
    place: z.string(),
    /** JSON; empty: the version says nothing. */
    value: z.string(),
    live: z.string(),
    /** The product's colour; empty for a setting. */
    own: z.string(),
    /** The brand's colour of the light theme counts before the product's one. */
    yields: z.boolean(),
  }),
  async run({ tx, staff: { tenantId }, input }) {
    const chosen = await chooseVersion(tx, tenantId, input);
    if (!chosen.ok) return chosen;
    const [parts, live, product] = [await readParts(chosen.files), await liveParts(tx, chosen), await readProduct()];
    const shown = [...parts.keys()].filter((place) => /^(name$|settings\.)/.test(place));
    const rows = [...shown.map((place) => ({ place, own: '', yields: false })), ...ownColours(product)].map((one) => ({
      ...one,
      value: parts.get(one.place) ?? '',
      live: live.get(one.place) ?? '',
    }));
    return { ok: true, rows, object: chosen.object };
  },
});

/** Texts that cardholders read: those of the desk are not the brand's. */
const isOfCardholders = (key: string) => !key.startsWith('desk');

export const brandWordsCommand = deskCommand({
  name: 'brand-words',
  title: 'Words of a brand',
  summary: 'Texts of a version of a brand beside the product’s; with --search among all texts of the product',
  permission: 'look',
  positional: 'brand',
  input: z.object({ ...versionInput, search: z.string().overwrite(lineText).min(1).max(80).optional(), ...pageInput }),
  answer: z.object({
    key: z.string(),
    language: z.string(),
    /** The product's text. */
    own: z.string(),
    /** The brand's text; empty: the product's own counts. */
    text: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const chosen = await chooseVersion(tx, tenantId, input);
    if (!chosen.ok) return chosen;
    const [{ texts }, product] = [await readContent(chosen.files), await readProduct()];
    const wanted = input.search?.toLowerCase();
    const mine = LANGUAGES.flatMap((language) => Object.keys(texts[language] ?? {}));
    const others = wanted === undefined ? [] : Object.keys(product.texts[DEFAULT_LANGUAGE]);
    const rowsOf = (key: string) =>
      LANGUAGES.map((language) => ({
        key,
        language,
        own: product.texts[language][key] ?? '',
        text: texts[language]?.[key] ?? '',
      }));
    const isWanted = (row: ReturnType<typeof rowsOf>[number]) =>
      wanted === undefined || [row.key, row.own, row.text].some((text) => text.toLowerCase().includes(wanted));
    const keys = [...new Set([...mine, ...others])]
      .filter((key) => isOfCardholders(key) && rowsOf(key).some(isWanted))
      .toSorted();
    const { shown, hasMore } = await pageOf(ctx, input, (most) => Promise.resolve(keys.slice(0, most)));
    return { ok: true, rows: shown.flatMap(rowsOf), hasMore, object: chosen.object };
  },
});

export const brandPicturesCommand = deskCommand({
  name: 'brand-pictures',
  title: 'Pictures of a brand',
  summary: 'Logo, hero and card art of a version of a brand, in base64; none of a picture that cannot be published',
  permission: 'look',
  positional: 'brand',
  input: z.object(versionInput),
  answer: z.object({
    picture: z.string(),
    size: z.number(),
    contentType: z.string(),
    /** Base64; empty: the check of the draft says what is wrong with it. */
    body: z.string(),
  }),
  async run({ tx, staff: { tenantId }, input }) {
    const chosen = await chooseVersion(tx, tenantId, input);
    if (!chosen.ok) return chosen;
    const { pictures } = await readContent(chosen.files);
    const rows = [...pictures].map(([file, body]) => {
      const isVector = file.endsWith('.svg');
      // A hostile picture is shown to no one, not even at the desk.
      const isFit = !isVector || findInPicture(body.toString('utf8')).length === 0;
      const contentType = isVector ? 'image/svg+xml' : 'image/png';
      return { picture: file, size: body.length, contentType, body: isFit ? body.toString('base64') : '' };
    });
    return { ok: true, rows, object: chosen.object };
  },
});
