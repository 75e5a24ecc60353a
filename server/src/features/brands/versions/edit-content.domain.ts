import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { lineText, messageText } from '@wattle/contract/rules/typed-text.ts';
import type { BrandContent } from './brand-content.domain.ts';

/** Changes of a draft by place; null removes a text or a colour, so that the product's own counts. */
export type BrandChanges = Readonly<Record<string, unknown>>;

type Known = {
  readonly settings: ReadonlySet<string>;
  readonly features: ReadonlySet<string>;
  readonly tokens: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
};

type Edited =
  | { readonly ok: true; readonly content: BrandContent }
  /** `place` is none of a brand, or its value has no place in the files of one. */
  | { readonly ok: false; readonly place: string };

const TEXT_MAXIMUM = 4_000;
const TOKEN_VALUE = /^[\w#%(),.\s'/-]{1,80}$/;

/**
 * Content with changes. Values may be wrong, which the check of the draft says at their place; a place that is unknown
 * and a value that could not be written down are refused.
 */
export function editContent(content: BrandContent, changes: BrandChanges, known: Known): Edited {
  let { json, pictures } = content;
  const texts = Object.fromEntries(Object.entries(content.texts).map(([language, own]) => [language, { ...own }]));
  const tokens = { light: new Map(content.tokens.light), dark: new Map(content.tokens.dark) };
  for (const [place, value] of Object.entries(changes)) {
    const refused = { ok: false, place } as const;
    const [kind = '', inner = ''] = /^([a-z]+)\.?([\s\S]*)$/.exec(place)?.slice(1) ?? [];
    if (kind === 'name' && inner === '') {
      if (typeof value !== 'string' || value.length > TEXT_MAXIMUM) return refused;
      json = { ...json, name: lineText(value) };
    } else if (kind === 'settings') {
      if (!isPlain(value)) return refused;
      const folded = typeof value === 'string' ? messageText(value) : value;
      const feature = /^Features\.(\w+)$/.exec(inner)?.[1];
      if (feature === undefined ? !known.settings.has(inner) : !known.features.has(feature)) return refused;
      const { settings } = json;
      const features = { ...(settings['Features'] as object), ...(feature !== undefined && { [feature]: folded }) };
      json = {
        ...json,
        settings: feature === undefined ? { ...settings, [inner]: folded } : { ...settings, Features: features },
      };
    } else if (kind === 'colours') {
      const [theme, name = ''] = inner.split('.');
      if ((theme !== 'light' && theme !== 'dark') || !known.tokens.has(name)) return refused;
      if (value === null) tokens[theme].delete(name);
      else if (typeof value === 'string' && TOKEN_VALUE.test(value)) tokens[theme].set(name, lineText(value));
      else return refused;
    } else if (kind === 'texts') {
      const language = LANGUAGES.find((one) => inner.startsWith(`${one}.`));
      const key = inner.slice((language ?? '').length + 1);
      const own = language && texts[language];
      if (!own || (!known.texts.has(key) && own[key] === undefined)) return refused;
      if (value === null) delete own[key];
      else if (typeof value === 'string' && value.length <= TEXT_MAXIMUM) own[key] = messageText(value);
      else return refused;
    } else if (kind === 'files') {
      // A picture is sent as a file; here a card is only removed.
      if (value !== null || !inner.startsWith('cards/') || !pictures.has(inner)) return refused;
      pictures = new Map([...pictures].filter(([path]) => path !== inner));
    } else return refused;
  }
  return { ok: true, content: { json, texts, tokens, pictures } };
}

/** Value of a setting: a text, a number, a switch or none. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= TEXT_MAXIMUM;
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
