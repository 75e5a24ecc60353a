import { expect, it } from 'vitest';
import { hasLink } from './message-link.domain.ts';

it.each([
  'See https://example.com/a',
  'HTTP://EXAMPLE.NET',
  'wattle://pay',
  'www.example',
  'go to example.com today',
  'example.com.au/refund',
  'write to kate@example.com',
  'см. пример.рф',
  '请看 example.cn。',
])('finds the address in %j', (text) => expect(hasLink(text)).toBe(true));

it.each([
  'Your refund of $63.45 arrives by 5.30 pm.',
  'Call us on 1300 555 010. Thanks!',
  'We checked. You’re right.',
  '已退还 $63.45。谢谢。',
  'Card no. 4: and/or the other one',
  'e.g. at an ATM',
])('finds none in %j', (text) => expect(hasLink(text)).toBe(false));
