import { LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';
import { productTexts } from '../platform/text/texts.ts';
import { escapeHtml } from './html.ts';

/**
 * Message for a page whose scripts do not load, hidden until the inline script shows it (web/src/missing-script/watch.ts).
 * Its link to the page itself reloads without a script.
 *
 * @param phone of the brand, for help and for lost or stolen cards
 */
export function notLoadedWords(language: Language, phone: string | undefined): string {
  const texts = productTexts(language, 'common');
  const say = (key: string) => escapeHtml(texts[`notLoaded.${key}`] ?? '');
  const call =
    phone === undefined
      ? `<p>${say('lost')}</p>`
      : `<p>${say('help')} <a href="tel:${escapeHtml(phone.replace(/\s/g, ''))}">${escapeHtml(phone)}</a></p>`;
  return (
    `<div class="no-script" id="not-loaded" role="alert" lang="${LANGUAGE_TAG[language]}" hidden>` +
    `<h1>${say('title')}</h1><p class="no-script__slow">${say('text')}</p><p class="no-script__old">${say('tooOld')}</p>${call}<p><a class="button" href="">${say('action')}</a></p></div>`
  );
}
