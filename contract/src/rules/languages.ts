import { byName } from './typed-names.ts';

/**
 * Languages of the product, by the names that the wire and the folders of texts/ use. A further one is a name here, its
 * row below, and a folder of texts.
 */
export const LANGUAGES = ['enAU', 'zhCN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Used where no one has chosen: for accounts, letters and calls that name no language. */
export const DEFAULT_LANGUAGE: Language = 'enAU';

/** The language tag (BCP 47), for `lang` attributes and Intl. */
export const LANGUAGE_TAG: Readonly<Record<Language, string>> = { enAU: 'en-AU', zhCN: 'zh-CN' };

/** Each language under its own name, so that its readers find it from any other. */
export const LANGUAGE_NAME: Readonly<Record<Language, string>> = { enAU: 'English', zhCN: '简体中文' };

/** ISO 639-2 code, in upper case, for files of banking programs. */
export const LANGUAGE_ISO: Readonly<Record<Language, string>> = { enAU: 'ENG', zhCN: 'ZHO' };

/** How people are greeted: by their first name, or by the full name. */
export const GREETS_BY: Readonly<Record<Language, 'first' | 'full'>> = { enAU: 'first', zhCN: 'full' };

/** The Intl form of a month where there is room. The long form of Chinese spells the number: 十一月. */
export const MONTH_FORM: Readonly<Record<Language, 'long' | 'short'>> = { enAU: 'long', zhCN: 'short' };

/** Whether words have a form for one: `1 row`, `2 rows`. Known here, because a phone takes long to make rules of Intl. */
export const HAS_SINGULAR: Readonly<Record<Language, boolean>> = { enAU: true, zhCN: false };

/** Marks before thousands and before cents in an amount. Known here for the same reason. */
export const SEPARATORS: Readonly<Record<Language, { readonly thousands: string; readonly cents: string }>> = {
  enAU: { thousands: ',', cents: '.' },
  zhCN: { thousands: ',', cents: '.' },
};

/** Whether a language is written in Latin letters: quotes and dashes of its documents are drawn in their narrow forms. */
export const IS_LATIN: Readonly<Record<Language, boolean>> = { enAU: true, zhCN: false };

/** Whether a date is typed with its year first; otherwise with its day first. */
export const IS_YEAR_FIRST: Readonly<Record<Language, boolean>> = { enAU: false, zhCN: true };

/** Whether a value is the name of a language of the product. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** A value for each language. */
export function inEachLanguage<T>(valueIn: (language: Language) => T): Record<Language, T> {
  return byName(LANGUAGES, valueIn);
}

/** The first of the language tags that the product speaks, whatever their region; the default when there is none. */
export function preferredLanguage(tags: readonly string[]): Language {
  const primary = (tag: string) => /^[a-z]+/i.exec(tag.trim())?.[0].toLowerCase();
  const found = tags.flatMap((tag) => LANGUAGES.filter((one) => primary(LANGUAGE_TAG[one]) === primary(tag)));
  return found[0] ?? DEFAULT_LANGUAGE;
}
