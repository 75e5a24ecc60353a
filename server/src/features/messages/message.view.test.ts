import { expect, test } from 'vitest';
import { productTexts } from '../../platform/text/texts.ts';
import { TEMPLATES } from './message.types.ts';
import { render, type Rendered } from './message.view.ts';

const HEAD = { brand: 'Harbour Mutual', lang: 'en-AU', colour: '#0b5c4b' };
const PARAMS = { brand: 'Harbour Mutual', phone: '1300 555 001', firstName: 'Amelia', code: '042137' };
/** Parameters of an alert. */
const ALERT_PARAMS = {
  link: 'https://wattle.example/reset/abc',
  amount: '$1,250.00',
  merchant: 'Corner Cafe',
  ending: '0017',
  month: '12/2026',
  reason: 'over your limit',
  name: 'Rent',
  reference: '263240004212',
  number: '263240001192',
  count: '3',
  cards: '$350.00',
  fee: '$5.95',
  total: '$355.95',
  recipient: 'Mia',
  sender: 'Amelia',
  quote: '“Happy birthday”',
  person: 'Ruby Taylor',
  product: 'Wattle Online',
  list: 'Rent, $100.00',
  time: '5:00 pm',
  date: '2 December 2026',
  words: 'Your new card is in the post',
};

const english = (key: string) => productTexts('enAU', 'messages')[key];
const chinese = (key: string) => productTexts('zhCN', 'messages')[key];

function mail(params: Record<string, string>, textOf = english): Extract<Rendered, { channel: 'email' }> {
  const head = textOf === chinese ? { ...HEAD, lang: 'zh-CN' } : HEAD;
  const rendered = render('email', 'accessCode', { ...PARAMS, ...params }, textOf, head);
  if (rendered.channel !== 'email') throw new Error('no mail');
  return rendered;
}

test('renders every template for each of its channels in both languages, without unfilled parameters', () => {
  for (const [template, channels] of Object.entries(TEMPLATES)) {
    for (const channel of channels) {
      for (const textOf of [english, chinese]) {
        const params = { ...PARAMS, ...ALERT_PARAMS, change: changesOf(template)[0] ?? '' };
        const rendered = JSON.stringify(render(channel, template, params, textOf, HEAD));
        expect(rendered).not.toMatch(/\{\{|undefined/);
        expect(rendered).toContain('1300 555 001');
      }
    }
  }
});

/** Changes that a template can name. */
const changesOf = (template: string) =>
  Object.keys(productTexts('enAU', 'messages')).flatMap((key) =>
    key.startsWith(`${template}.what.`) ? [key.slice(`${template}.what.`.length)] : [],
  );

test.each([
  ['credentialChanged', 11],
  ['cardChanged', 10],
] as const)(
  'says what was changed, in both languages and every channel, in one text message: %s',
  (template, count) => {
    expect(changesOf(template)).toHaveLength(count);
    for (const change of changesOf(template)) {
      const params = { ...PARAMS, ...ALERT_PARAMS, change };
      for (const [textOf, longest] of [
        [english, 160],
        [chinese, 70],
      ] as const) {
        for (const channel of TEMPLATES[template]) {
          const rendered = render(channel, template, params, textOf, HEAD);
          const words = (textOf(`${template}.what.${change}`) ?? '').split(/\{\{\w+\}\}/);
          for (const part of words) expect(JSON.stringify(rendered)).toContain(part);
          expect(JSON.stringify(rendered)).not.toContain('{{');
          if (rendered.channel === 'sms') expect(rendered.text.length).toBeLessThanOrEqual(longest);
        }
      }
    }
    const added = render('sms', 'credentialChanged', { ...PARAMS, change: 'passkeyAdded' }, english, HEAD);
    expect(added).toEqual({
      channel: 'sms',
      text: 'Harbour Mutual: a passkey was added. Not you? Call 1300 555 001 straight away.',
    });
  },
);

test('keeps a text message in one part: 160 characters of GSM 7 bit, or 70 of UCS-2', () => {
  for (const [template, channels] of Object.entries(TEMPLATES)) {
    if (!(channels as readonly string[]).includes('sms')) continue;
    const change = changesOf(template)[0] ?? '';
    const en = render('sms', template, { ...PARAMS, ...ALERT_PARAMS, change }, english, HEAD);
    const zh = render('sms', template, { ...PARAMS, ...ALERT_PARAMS, change, reason: '这类商户被拒绝' }, chinese, HEAD);
    if (en.channel !== 'sms' || zh.channel !== 'sms') throw new Error('no text message');
    expect(en.text).toMatch(/^[\x20-\x5a\x61-\x7a]{1,160}$/);
    expect(zh.text.length).toBeLessThanOrEqual(70);
  }
});

test('renders a mail as text and as HTML with the same content', () => {
  const { subject, text, html } = mail({});
  expect(subject).toBe('Your Harbour Mutual access code');
  expect(text.split('\n\n').slice(0, 3)).toEqual(['Hello Amelia', 'Here’s your new access code:', '042137']);
  expect(html).toContain('<p>Hello Amelia</p>');
  expect(html).toContain('<p class="code">042137</p>');
  expect(html).toContain('<html lang="en-AU">');
  expect(html).toContain('border-top: 4px solid #0b5c4b');
});

test('greets without a name when none is known', () => {
  expect(mail({ firstName: '' }).text).toMatch(/^Hello\n\n/);
  expect(mail({ firstName: '' }, chinese).text).toMatch(/^您好\n\n/);
  expect(mail({}, chinese).text).toMatch(/^您好\n\n/);
});

test('escapes the input of a holder and loads no remote content', () => {
  const { html } = mail({ firstName: '<img src="https://evil.example/x.png">' });
  expect(html).toContain('Hello &lt;img src=&quot;https://evil.example/x.png&quot;&gt;');
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
});

test('turns only a paragraph that is a URL into a link', () => {
  const textOf = (key: string) =>
    key === 'accessCode.email.body' ? 'Go here:\n\n{{link}}\n\njavascript:x' : english(key);
  const { html } = mail({ link: 'https://wattle.example/reset/abc?a=1&b=2' }, textOf);
  expect(html.match(/<a [^>]*>/g)).toEqual(['<a href="https://wattle.example/reset/abc?a=1&amp;b=2">']);
});

test('keeps a subject on one line when a brand’s text has line breaks', () => {
  const textOf = (key: string) => (key === 'accessCode.email.subject' ? 'Code\r\nBcc: x@example.com' : english(key));
  expect(mail({}, textOf).subject).toBe('Code Bcc: x@example.com');
});

test('ignores a brand colour that is not a colour', () => {
  const rendered = render('email', 'accessCode', PARAMS, english, { ...HEAD, colour: 'red } body { display: none' });
  expect(JSON.stringify(rendered)).not.toContain('display: none');
});

test('names the text or parameter that a template lacks', () => {
  expect(() => render('push', 'accessCode', PARAMS, english, HEAD)).toThrow(
    'messages:accessCode.push.title has no text',
  );
  expect(() => render('sms', 'accessCode', { ...PARAMS, code: undefined } as never, english, HEAD)).toThrow(
    'messages:accessCode.sms has no value for code',
  );
});
