import { escapeHtml } from '../../http/html.ts';
import { type Letterhead, toGiftHtml } from './gift-mail.view.ts';
import type { Channel, MessageParams } from './message.types.ts';

/** The text of a key in the reader's language, the brand's own wording first. */
export type TextOf = (key: string) => string | undefined;

export type Rendered =
  | { readonly channel: 'sms'; readonly text: string }
  | {
      readonly channel: 'email';
      readonly subject: string;
      readonly text: string;
      readonly html: string;
      /** Name of the brand's picture that the HTML shows; it goes along with the mail. */
      readonly picture?: string | undefined;
    }
  | { readonly channel: 'push'; readonly title: string; readonly body: string };

/** Renders a message. Throws where a text or a value is missing, which is a fault of the templates. */
export function render(
  channel: Channel,
  template: string,
  params: MessageParams,
  textOf: TextOf,
  head: Letterhead,
): Rendered {
  // A message queued by an earlier release names no change.
  const whatKey = `${template}.what.${params['change'] ?? 'signIn'}`;
  const what = textOf(whatKey);
  const values = what === undefined ? params : { ...params, what: fill(whatKey, what, params) };
  const say = (key: string) => fill(key, textOf(key), values);
  switch (channel) {
    case 'sms':
      return { channel, text: say(`${template}.sms`) };
    case 'push':
      return { channel, title: say(`${template}.push.title`), body: say(`${template}.push.body`) };
    case 'email': {
      // Chinese has no greeting with only the first name.
      const isNamed = params['firstName'] && !head.lang.startsWith('zh');
      const greeting = say(isNamed ? 'email.greeting' : 'email.greetingWithoutName');
      const body = say(`${template}.email.body`).split('\n\n');
      // A paragraph that is one empty value, such as a gift without words, is left out.
      const paragraphs = [greeting, ...body.filter((text) => text !== '')];
      const foot = say('email.foot');
      const subject = say(`${template}.email.subject`).replaceAll(/[\r\n]+/g, ' ');
      return {
        channel,
        subject,
        text: `${[...paragraphs, '--', foot].join('\n\n')}\n`,
        picture: template === 'giftCard' ? head.picture : undefined,
        html:
          template === 'giftCard'
            ? toGiftHtml(
                {
                  subject,
                  paragraphs,
                  foot,
                  open: say('giftCard.email.open'),
                  link: params['link'] ?? '',
                  product: params['product'] ?? '',
                  amount: params['amount'] ?? '',
                  quote: params['quote'] ?? '',
                  sender: params['sender'] ?? '',
                },
                head,
              )
            : toHtml({ subject, paragraphs, foot, code: params['code'] }, head),
      };
    }
  }
}

function fill(key: string, text: string | undefined, params: MessageParams): string {
  if (text === undefined) throw new Error(`messages:${key} has no text`);
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`messages:${key} has no value for ${name}`);
    return value;
  });
}

type Letter = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly foot: string;
  readonly code: string | undefined;
};

/** It has no picture and nothing remote, because loading it would reveal when and where the mail was read. */
function toHtml({ subject, paragraphs, foot, code }: Letter, { brand, lang, colour }: Letterhead): string {
  const rule = colour !== undefined && /^#[0-9a-f]{3,8}$/i.test(colour) ? colour : '#444444';
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
<style>
body { margin: 0; padding: 24px; background: #ffffff; color: #1b1b1b; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 36em; margin: 0 auto; border-top: 4px solid ${rule}; padding-top: 16px }
.brand { font-weight: 600 }
.code { font-size: 28px; letter-spacing: 4px; font-weight: 600 }
.foot { color: #5a5a5a; font-size: 14px }
</style>
</head>
<body>
<main>
<p class="brand">${escapeHtml(brand)}</p>
${paragraphs.map((text) => paragraph(text, code)).join('\n')}
<p class="foot">${escapeHtml(foot)}</p>
</main>
</body>
</html>
`;
}

function paragraph(text: string, code: string | undefined): string {
  const escaped = escapeHtml(text);
  if (code !== undefined && text === code) return `<p class="code">${escaped}</p>`;
  if (/^https?:\/\/\S+$/.test(text)) return `<p><a href="${escaped}">${escaped}</a></p>`;
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`;
}
