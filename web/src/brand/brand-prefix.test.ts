import { expect, test } from 'vitest';
import { brandPrefix } from './brand-prefix.ts';

test.each(['/', '', '/login', '/CARDLOGIN', '/settings/block', '/error', '/api/token', '/assets/x.css'])(
  'finds no brand in %s',
  (path) => {
    expect(brandPrefix(path)).toBe('');
  },
);

test.each([
  ['/stumps', '/stumps'],
  ['/stumps/login', '/stumps'],
  ['/STUMPS/login', '/STUMPS'],
  ['/nosuchbrand/cardHome', '/nosuchbrand'],
  ['/st-umps/login', '/st-umps'],
])('keeps the brand of %s as it was typed', (path, prefix) => {
  expect(brandPrefix(path)).toBe(prefix);
});
