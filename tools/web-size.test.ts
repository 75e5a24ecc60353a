import { expect, test } from 'vitest';
import { filesOf, type Manifest, weigh } from './web-size.ts';

const MANIFEST: Manifest = {
  'index.html': { file: 'main.js', imports: ['_shared.js'], dynamicImports: ['src/other.screen.tsx'] },
  '_shared.js': { file: 'shared.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'deep.js', imports: ['_shared.js'] },
  'src/other.screen.tsx': { file: 'other.js' },
  'src/features/access/card-sign-in.screen.tsx': {
    file: 'card.js',
    imports: ['_shared.js'],
    dynamicImports: ['src/features/access/card-sign-in.actions.ts'],
  },
  'src/features/access/account-sign-in.screen.tsx': { file: 'account.js', imports: ['_shared.js'] },
  'src/features/access/card-sign-in.actions.ts': { file: 'actions.js', imports: ['_deep.js'] },
  '_sign-in-enAU-x.js': { file: 'sign-in-enAU-x.js' },
  '_sign-in-zhCN-y.js': { file: 'sign-in-zhCN-y.js' },
};

/** 100 bytes a file; the Chinese texts 10 more, the account page 5 more. */
const bytesOf = (file: string) => 100 + (file.includes('zhCN') ? 10 : 0) + (file === 'account.js' ? 5 : 0);

test('follows static imports, each file once, through circles', () => {
  expect([...filesOf(MANIFEST, ['index.html'])].sort()).toEqual(['deep.js', 'main.js', 'shared.js']);
});

test('weighs the heavier page in the heavier language, without what other routes load', () => {
  // main, shared, deep, account (105) and the Chinese texts (110).
  expect(weigh(MANIFEST, bytesOf).firstRouteBytes).toBe(100 * 3 + 105 + 110);
});

test('adds what the form loads when it is touched', () => {
  // main, shared, deep, card, actions and the Chinese texts.
  expect(weigh(MANIFEST, bytesOf).withFormBytes).toBe(100 * 5 + 110);
});

test('stops at a page that the build does not have', () => {
  expect(() => filesOf(MANIFEST, ['src/gone.screen.tsx'])).toThrow('src/gone.screen.tsx');
});
