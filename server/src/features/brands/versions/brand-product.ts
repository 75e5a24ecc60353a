import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import { productStylesheet } from '../../../platform/folder.ts';
import { allProductTexts } from '../../../platform/text/texts.ts';
import type { Product } from '../brand-file.ts';
import { readProductTokens } from '../stylesheet.domain.ts';

let read: Promise<Product> | undefined;

/** Texts and tokens of the product, which do not change while the program runs. */
export function readProduct(): Promise<Product> {
  read ??= productStylesheet().then((css) => ({
    texts: inEachLanguage(allProductTexts),
    tokens: readProductTokens(css),
  }));
  return read;
}
