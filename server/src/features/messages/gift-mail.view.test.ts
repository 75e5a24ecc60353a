import { expect, test } from 'vitest';
import { productTexts } from '../../platform/text/texts.ts';
import { render, type Rendered } from './message.view.ts';

const HEAD = { brand: 'Harbour Mutual', lang: 'en-AU', colour: '#0d372d' };
const GIFT = {
  brand: 'Harbour Mutual',
  phone: '1300 555 010',
  recipient: 'Mia',
  sender: 'Noah',
  quote: '“Happy birthday, Mia.\nThe next ten coffees are on me.”',
  product: 'Wattle Online',
  amount: '$50.00',
  date: 'Thursday 10 December',
  link: 'https://cards.example/collect/abc',
};

function mail(given: Partial<typeof GIFT> = {}, locale: 'enAU' | 'zhCN' = 'enAU', colour = HEAD.colour) {
  const texts = productTexts(locale, 'messages');
  const head = { ...HEAD, colour, lang: locale === 'enAU' ? 'en-AU' : 'zh-CN' };
  const rendered = render('email', 'giftCard', { ...GIFT, ...given }, (key) => texts[key], head);
  return rendered as Extract<Rendered, { channel: 'email' }>;
}

test('a gift has the card, the words, a button and the same in plain text', () => {
  const { subject, text, html } = mail();
  expect(subject).toBe('Noah has sent you a card');
  expect(text).toContain(
    `${GIFT.quote}\n\nThere’s $50.00 on it. Open it by Thursday 10 December:\n\n${GIFT.link}\n\nYou’ll need a 6-digit code`,
  );
  expect(html).toContain('Happy birthday, Mia.<br>The next ten coffees are on me.”');
  expect(html).toContain(`<a href="${GIFT.link}"`);
  expect(html).toContain('Open your card');
  expect(html).toContain('Wattle Online');
  // The words are on the card, and not repeated in the text.
  expect(html.split('The next ten coffees')).toHaveLength(2);
});

test('a gift has its words in Chinese', () => {
  const { subject, html, text } = mail({}, 'zhCN');
  expect(subject).toBe('Noah 送您一张卡');
  expect(html).toContain('<html lang="zh-CN">');
  expect(html).toContain('打开您的卡');
  expect(text).toContain('卡内有 $50.00');
});

test('words that hold markup are escaped everywhere', () => {
  const hostile = '"><img src=x onerror=alert(1)></td>';
  const { html } = mail({ quote: hostile, sender: hostile, recipient: hostile, product: hostile });
  expect(html).not.toMatch(/<img|onerror=alert\(1\)>/);
  expect(html).toContain('&lt;img src=x');
});

test('a brand with the card for mails has its art on top, sent along and not loaded', () => {
  const texts = productTexts('enAU', 'messages');
  const rendered = render('email', 'giftCard', GIFT, (key) => texts[key], { ...HEAD, picture: 'card-gift.png' });
  const { html, picture } = rendered as Extract<Rendered, { channel: 'email' }>;
  expect(picture).toBe('card-gift.png');
  expect(html).toContain('<img src="cid:card-gift.png" width="400" alt=""');
  expect(html).not.toMatch(/src="(?!cid:)|url\(/);
  // People who block pictures read the same.
  expect(html).toContain('>$50.00</span>');
  expect(html).toContain('>Wattle Online</span>');
});

test('a gift without words has no quote and no empty paragraph', () => {
  const { html, text } = mail({ quote: '' });
  expect(text).not.toContain('\n\n\n');
  expect(html).not.toContain('font-size:18px');
});

test('mail programs find tables and inline styles, and nothing that is loaded', () => {
  const { html } = mail();
  expect(html).not.toMatch(/<style|<script|<img|<link|url\(|class=|flex|grid/);
  expect(html.match(/<table/g)).toHaveLength(html.match(/role="presentation"/g)?.length ?? 0);
});

// White on #0d372d is 13:1; on #f2c744 it would be 1.6:1.
test.each([
  ['#0d372d', '#ffffff'],
  ['#f2c744', '#151a19'],
])('the words on %s are %s', (colour, words) => {
  const { html } = mail({}, 'enAU', colour);
  expect(html).toContain(`font-weight:600;color:${words}">$50.00`);
});
