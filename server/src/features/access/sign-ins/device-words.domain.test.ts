import { expect, it } from 'vitest';
import { deviceWords } from './device-words.domain.ts';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

it.each([
  [WINDOWS, 'Chrome', 'Windows', false],
  [`${WINDOWS} Edg/142.0.0.0`, 'Edge', 'Windows', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Mac', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
    true,
  ],
  ['curl/8.5.0', null, null, false],
  ['', null, null, false],
])('%s', (text, browser, system, isPhone) => {
  expect(deviceWords(text)).toEqual({ browser, system, isPhone });
});
