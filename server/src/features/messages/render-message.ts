import { LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../compose/context.ts';
import { rulesOf } from '../../config/mode.ts';
import { stagingWords } from '../../platform/text/staging-words.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { markStaging } from './mark-staging.view.ts';
import type { Brand } from '../brands/public.ts';
import type { Channel, MessageParams } from './message.types.ts';
import { render, type Rendered } from './message.view.ts';

export type MessageContent = {
  readonly channel: Channel;
  readonly template: string;
  readonly language: Language;
  readonly params: MessageParams;
};

/** Renders a message with the texts of its brand over those of the product. */
export function renderMessage(
  { config }: Pick<AppContext, 'config'>,
  brand: Brand,
  { channel, template, language, params }: MessageContent,
): Rendered {
  const own = brand.texts[language];
  const common = productTexts(language, 'messages');
  const rendered = render(
    channel,
    template,
    { ...params, brand: brand.name, phone: brand.settings.SupportPhoneNumber },
    (key) => own[`messages:${key}`] ?? common[key],
    {
      brand: brand.name,
      lang: LANGUAGE_TAG[language],
      colour: brand.themeColour,
      picture: pictureOf(brand, params['art']),
    },
  );
  return rulesOf(config.mode).isRehearsal ? markStaging(rendered, stagingWords(language)) : rendered;
}

/** The card art of a mail, where the brand has it in a form that mail programs show. */
function pictureOf(brand: Brand, art: string | undefined): string | undefined {
  const name = `card-${art ?? ''}.png`;
  return brand.assets.has(name) ? name : undefined;
}
