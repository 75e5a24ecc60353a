import { LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';
import { METHOD_FEATURES } from '@wattle/contract/rules/payment-methods.ts';
import { type Mode, rulesOf } from '../../config/mode.ts';
import { APP_ICONS, iconVersion } from './app-icon.ts';
import { stagingWords } from '../../platform/text/staging-words.ts';
import type { Brand } from './brand-settings.ts';
import { brandWords } from './brand-words.ts';

const PLAIN_COLOUR = '#ffffff';

/** Folder of what an installed app is made of. `default` is the brand of the host, whose pages have no prefix. */
export function installedFolder(prefix: string): string {
  return `/assets/installed/${prefix === '' ? 'default' : prefix.slice(1)}`;
}

/** Address of an icon; its version lets browsers keep it permanently. */
export function iconAddress(brand: Brand, prefix: string, name: string): string {
  return `${installedFolder(prefix)}/${name}?v=${iconVersion(brand)}`;
}

type Feature = keyof Brand['settings']['Features'];

/** Pages that the icon leads to, each where the brand has one of the features. */
const SHORTCUTS: readonly {
  readonly path: string;
  readonly words: string;
  readonly anyFeature?: readonly Feature[];
}[] = [
  { path: '/fundsTransfer', words: 'common:navigation.pay', anyFeature: METHOD_FEATURES },
  { path: '/topup', words: 'common:navigation.topup', anyFeature: ['topUp'] },
  { path: '/settings/general', words: 'installed:shortcut.off' },
];

/**
 * The web app manifest of a brand (W3C Web Application Manifest).
 *
 * @param prefix of its pages: `/stumps`, or nothing for the brand of the host
 */
export function webManifest(brand: Brand, prefix: string, language: Language, mode: Mode): object {
  const name = rulesOf(mode).isRehearsal ? `${stagingWords(language).mark}: ${brand.name}` : brand.name;
  const words = brandWords(brand, language);
  const { Features } = brand.settings;
  const colour = brand.themeColour ?? PLAIN_COLOUR;
  const icons = Object.entries(APP_ICONS).filter(([, { purpose }]) => purpose !== 'touch');
  const shortcuts = SHORTCUTS.filter(({ anyFeature }) => anyFeature?.some((name) => Features[name]) ?? true);
  return {
    id: `${prefix}/`,
    name,
    short_name: name,
    lang: LANGUAGE_TAG[language],
    dir: 'ltr',
    start_url: `${prefix}/cardHome`,
    // Without a slash at its end, because the first page of a prefix has none.
    scope: prefix === '' ? '/' : prefix,
    display: 'standalone',
    theme_color: colour,
    background_color: colour,
    categories: ['finance'],
    icons: icons.map(([name, { side, purpose }]) => ({
      src: iconAddress(brand, prefix, name),
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    })),
    shortcuts: shortcuts.map(({ path, words: key }) => ({ name: words(key), url: prefix + path })),
  };
}
