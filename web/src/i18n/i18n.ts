import { readStored, store } from '../browser/storage.ts';
import { createStore } from '../observable.ts';
import {
  DEFAULT_LANGUAGE,
  inEachLanguage,
  isLanguage,
  LANGUAGE_TAG,
  type Language,
  preferredLanguage,
} from '@wattle/contract/rules/languages.ts';
import { type TextVariables, wordsOf } from '@wattle/contract/rules/wording.ts';

/**
 * The texts. Each feature's file is loaded when a route asks for it, in the language in use; a
 * brand's own wording lies over it. Texts of texts/ that only the server uses are never loaded.
 */
type TextFile = Readonly<Record<string, string>>;
type BrandTexts = Readonly<Record<Language, TextFile>>;

const STORAGE_KEY = 'wattle.language';
/** Those of the sign-in pages; the others are listed in a separate file. */
const firstFiles = import.meta.glob<TextFile>('../../../texts/*/{common,errors,access}.json', {
  import: 'default',
});

/** Loaded text files by path. */
const loaded = new Map<string, TextFile>();
const asked = new Set<string>();
let firstPage: Promise<void> | undefined;
let language: Language = DEFAULT_LANGUAGE;
let brandTexts: BrandTexts = inEachLanguage(() => ({}));
let always: TextVariables = {};
/** Counts the changes of texts and language. */
export const textsVersion = createStore(0);

/** Texts that were asked for without variables, by full key, until texts change: a page asks for them whenever it is drawn. */
const plain = new Map<string, string>();

function changed(): void {
  plain.clear();
  textsVersion.set(textsVersion.get() + 1);
}

function pathOf(feature: string, of: Language): string {
  return `../../../texts/${of}/${feature}.json`;
}

/** The visitor's choice on this browser, else that of the link that led here, else the browser's own language. */
export function startTexts(): Promise<void> {
  const wishes = [readStored('localStorage', STORAGE_KEY), new URLSearchParams(window.location.search).get('lang')];
  language = wishes.find(isLanguage) ?? preferredLanguage(navigator.languages);
  document.documentElement.lang = LANGUAGE_TAG[language];
  return loadTexts(['common', 'errors']);
}

/** All texts of the first page, which the server names in it as one file of one language. */
async function loadPage(of: Language): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`link[data-words="${of}"]`);
  if (!link) return;
  try {
    const { default: texts } = (await import(/* @vite-ignore */ link.href)) as { default: Record<string, TextFile> };
    for (const [feature, file] of Object.entries(texts)) loaded.set(pathOf(feature, of), file);
    changed();
  } catch {
    // The texts are loaded from the files of the features instead.
  }
}

/** Loads the texts of a feature and answers whether they are new. */
async function loadFeature(feature: string, to: Language): Promise<boolean> {
  const path = pathOf(feature, to);
  await (firstPage ??= loadPage(to));
  if (loaded.has(path)) return false;
  const load = firstFiles[path] ?? (await import('./text-files.ts')).TEXT_FILES[path];
  if (load) loaded.set(path, await load());
  return true;
}

/** Loads the texts of features in the language in use. Routes name theirs in their features' lists. */
export async function loadTexts(features: readonly string[]): Promise<void> {
  for (const feature of features) asked.add(feature);
  const areNew = await Promise.all(features.map((feature) => loadFeature(feature, language)));
  if (areNew.includes(true)) changed();
}

/** Fetches the texts of features before a page asks for them. */
export async function fetchTexts(features: readonly string[]): Promise<void> {
  await Promise.all(features.map((feature) => loadFeature(feature, language)));
}

/** Texts of a feature that another build has loaded by itself, in the language in use. */
export function addTexts(feature: string, texts: TextFile): void {
  loaded.set(pathOf(feature, language), texts);
  changed();
}

/** The brand's wording and the variables that every text may use. */
export function setBrandTexts(texts: BrandTexts, variables: TextVariables): void {
  brandTexts = texts;
  always = variables;
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
  document.documentElement.lang = LANGUAGE_TAG[to];
  if (options.remember) store('localStorage', STORAGE_KEY, to);
  changed();
}

/** The text of `feature:key`: the brand's own, else the product's. */
function findText(key: string): string | undefined {
  const [feature = '', name = ''] = key.split(':');
  return brandTexts[language][key] ?? loaded.get(pathOf(feature, language))?.[name];
}

/** A missing text never shows its key to a reader. */
export function translate(key: string, variables?: TextVariables): string {
  const known = variables ? undefined : plain.get(key);
  if (known !== undefined) return known;
  const words = wordsOf(findText, language, key, { ...always, ...variables });
  if (words !== undefined) {
    if (!variables) plain.set(key, words);
    return words;
  }
  if (import.meta.env.DEV) throw new Error(`No text for ${key}`);
  return findText('common:missingText') ?? '';
}

export function hasText(key: string): boolean {
  return findText(key) !== undefined;
}
