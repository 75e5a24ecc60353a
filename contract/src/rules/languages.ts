/** Languages of the product, by the names that the wire and the folders of texts/ use. */
export const LANGUAGES = ['enAU', 'zhCN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What stands in `lang` attributes and what Intl takes. */
export const LANGUAGE_TAG: Readonly<Record<Language, string>> = { enAU: 'en-AU', zhCN: 'zh-CN' };

/** Each language under its own name, so that its readers find it from any other. */
export const LANGUAGE_NAME: Readonly<Record<Language, string>> = { enAU: 'English', zhCN: '简体中文' };

/** Whether a value is the name of a language of the product. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The first language of the browser that the product speaks; English when there is none. */
export function preferredLanguage(browserLanguages: readonly string[]): Language {
  for (const tag of browserLanguages) {
    if (/^zh\b/i.test(tag)) return 'zhCN';
    if (/^en\b/i.test(tag)) return 'enAU';
  }
  return 'enAU';
}
