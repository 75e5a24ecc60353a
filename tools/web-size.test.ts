import { expect, test } from 'vitest';
import { filesOf, type Manifest, weigh } from './web-size.ts';

const MANIFEST: Manifest = {
  'index.html': { file: 'main.js', imports: ['_sign-in.js'], dynamicImports: ['src/features/other.screen.tsx'] },
  '_sign-in.js': { file: 'sign-in.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'deep.js', imports: ['_sign-in.js'] },
  '_query.js': { file: 'query.js' },
  'src/layout/app-frame.tsx': { file: 'app-frame.js', imports: ['_query.js', '_deep.js'] },
  'src/layout/open-frame.tsx': { file: 'open-frame.js' },
  'src/features/other.screen.tsx': { file: 'other.js', imports: ['_query.js', '_sign-in.js'] },
  'src/features/light.screen.tsx': { file: 'light.js' },
  'src/features/access/card-sign-in.actions.ts': { file: 'card-actions.js', imports: ['_deep.js'] },
  'src/features/access/account-sign-in.actions.ts': { file: 'account-actions.js' },
  '_sign-in-enAU-x.js': { file: 'sign-in-enAU-x.js' },
  '_sign-in-zhCN-y.js': { file: 'sign-in-zhCN-y.js' },
};

/** 100 bytes a file; the Chinese texts 10 more, the actions of the account page 5 more, the other screen 1000 more. */
const EXTRA: Readonly<Record<string, number>> = {
  'sign-in-zhCN-y.js': 10,
  'account-actions.js': 5,
  'other.js': 1000,
};
const bytesOf = (file: string) => 100 + (EXTRA[file] ?? 0);

test('follows static imports, each file once, through circles', () => {
  expect([...filesOf(MANIFEST, ['index.html'])].sort()).toEqual(['deep.js', 'main.js', 'sign-in.js']);
});

test('weighs the first route in the heavier language, without what other routes load', () => {
  // main, sign-in, deep and the Chinese texts (110).
  expect(weigh(MANIFEST, bytesOf).firstRouteBytes).toBe(100 * 3 + 110);
});

test('adds what the heavier form loads when it is touched', () => {
  // main, sign-in, deep, the Chinese texts (110) and the actions of the account page (105).
  expect(weigh(MANIFEST, bytesOf).withFormBytes).toBe(100 * 3 + 110 + 105);
});

test('weighs what each other route adds to the first, with the heavier frame, heaviest first', () => {
  expect(weigh(MANIFEST, bytesOf).routes).toEqual([
    // other (1100), query and the frame of the signed-in area; sign-in and deep are there already.
    { screen: 'src/features/other.screen.tsx', bytes: 1100 + 100 + 100 },
    // light, query and that frame.
    { screen: 'src/features/light.screen.tsx', bytes: 100 * 3 },
  ]);
});

test('stops at a page that the build does not have', () => {
  expect(() => filesOf(MANIFEST, ['src/gone.screen.tsx'])).toThrow('src/gone.screen.tsx');
});
