import { productTexts } from '../../platform/texts.ts';
import type { Locale } from '../../platform/texts.ts';
import type { Brand } from '../brands/public.ts';
import type { Channel, MessageParams } from './message.types.ts';
import { render, type Rendered } from './message.view.ts';

const LANG: Readonly<Record<Locale, string>> = { enAU: 'en-AU', zhCN: 'zh-CN' };

export type Wording = {
  readonly channel: Channel;
  readonly template: string;
  readonly language: Locale;
  readonly params: MessageParams;
};

/** Words a message as its brand has it: the brand's texts over the product's. */
export function wordMessage(brand: Brand, { channel, template, language, params }: Wording): Rendered {
  const own = brand.texts[language];
  const common = productTexts(language, 'messages');
  return render(
    channel,
    template,
    { ...params, brand: brand.name, phone: brand.settings.SupportPhoneNumber },
    (key) => own[`messages:${key}`] ?? common[key],
    { brand: brand.name, lang: LANG[language], colour: brand.themeColour },
  );
}
