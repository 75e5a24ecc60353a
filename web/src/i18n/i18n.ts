import { createInstance } from 'i18next';
import { readStored, store } from '../storage.ts';
import { isLanguage, LANGUAGE_TAG, type Language, preferredLanguage } from './languages.ts';

/**
 * The texts. Each feature's file is loaded when a route asks for it, in the language in use; a
 * brand's own wording lies over it. Texts of texts/ that only the server uses are never loaded.
 */
type TextFile = Readonly<Record<string, string>>;
type Loaded = { readonly feature: string; readonly to: Language; readonly texts: TextFile };
type BrandTexts = Readonly<Record<Language, TextFile>>;
export type TextVariables = Readonly<Record<string, string | number>>;

const STORAGE_KEY = 'wattle.language';
const files = import.meta.glob<TextFile>('../../../texts/*/*.json', { import: 'default' });

const i18n = createInstance();
/** The product's own texts, which show again where a brand takes its wording back. */
const loaded = new Map<string, Loaded>();
const asked = new Set<string>();
const listeners = new Set<() => void>();
let language: Language = 'enAU';
let brandTexts: BrandTexts = { enAU: {}, zhCN: {} };
let always: TextVariables = {};
let version = 0;

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** The visitor's choice on this browser, else that of the link that led here, else the browser's own language. */
export function startTexts(): Promise<void> {
  const wishes = [readStored('localStorage', STORAGE_KEY), new URLSearchParams(window.location.search).get('lang')];
  language = wishes.find(isLanguage) ?? preferredLanguage(navigator.languages);
  document.documentElement.lang = LANGUAGE_TAG[language];
  void i18n.init({
    lng: LANGUAGE_TAG[language],
    fallbackLng: false,
    ns: [],
    keySeparator: false,
    nsSeparator: ':',
    // React escapes what it prints.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missingText,
    initAsync: false,
    resources: {},
  });
  return loadTexts(['common', 'errors']);
}

/** A missing text never shows its key to a reader. */
function missingText(key: string): string {
  if (import.meta.env.DEV) throw new Error(`No text for ${key}`);
  return i18n.exists('common:missingText') ? i18n.t('common:missingText') : '';
}

function addTexts({ feature, to, texts }: Loaded): void {
  const prefix = `${feature}:`;
  const own = Object.entries(brandTexts[to])
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, text]) => [key.slice(prefix.length), text]);
  i18n.addResourceBundle(LANGUAGE_TAG[to], feature, { ...texts, ...Object.fromEntries(own) }, false, true);
}

async function loadFeature(feature: string, to: Language): Promise<void> {
  const path = `../../../texts/${to}/${feature}.json`;
  const load = files[path];
  if (!load || loaded.has(path)) return;
  const one = { feature, to, texts: await load() };
  loaded.set(path, one);
  addTexts(one);
}

/** Loads the texts of features in the language in use. Routes name theirs in the manifest. */
export async function loadTexts(features: readonly string[]): Promise<void> {
  for (const feature of features) asked.add(feature);
  await Promise.all(features.map((feature) => loadFeature(feature, language)));
  changed();
}

/** The brand's wording and the variables that every text may use. */
export function setBrandTexts(texts: BrandTexts, variables: TextVariables): void {
  brandTexts = texts;
  always = variables;
  for (const one of loaded.values()) addTexts(one);
  changed();
}

export function currentLanguage(): Language {
  return language;
}

/** True once this visitor has picked a language on this browser. */
export function hasChosenLanguage(): boolean {
  return isLanguage(readStored('localStorage', STORAGE_KEY));
}

/** Switches the language in place: the page, its form and its scroll stay. */
export async function switchLanguage(to: Language, options: { readonly remember: boolean }): Promise<void> {
  try {
    await Promise.all([...asked].map((feature) => loadFeature(feature, to)));
  } catch {
    // Without a network the texts cannot come: the page stays as it is.
    return;
  }
  language = to;
  await i18n.changeLanguage(LANGUAGE_TAG[to]);
  document.documentElement.lang = LANGUAGE_TAG[to];
  if (options.remember) store('localStorage', STORAGE_KEY, to);
  changed();
}

export function translate(key: string, variables?: TextVariables): string {
  return i18n.t(key, { ...always, ...variables });
}

export function hasText(key: string): boolean {
  return i18n.exists(key);
}

export function subscribeTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function textsVersion(): number {
  return version;
}
