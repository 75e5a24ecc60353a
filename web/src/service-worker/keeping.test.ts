import { describe, expect, test } from 'vitest';
import { filesIn, isFileAnswer, isShellAnswer, isShown, partIn, readWish, shellAddress } from './keeping.ts';

const SITE = 'https://cards.example';
const FILE = '/assets/app/home-AbCd_-12.js';

const page = { method: 'GET', mode: 'navigate', destination: 'document', hasRange: false };
const script = { method: 'GET', mode: 'cors', destination: 'script', hasRange: false };

describe('a page', () => {
  test.each(['/', '/login', '/cardHome?x=1', '/stumps', '/stumps/login', '/pay/abc', '/%2e'])(
    'of a cardholder is of the network first: %s',
    (path) => {
      expect(partIn({ ...page, url: SITE + path }, SITE)).toBe('page');
    },
  );

  test.each([
    '/desk',
    '/desk/',
    '/DESK/people',
    '/%64esk/',
    '/api/docs',
    '/sandbox/inbox',
    '/healthz',
    '/identity-check',
  ])('of the server or of staff is left alone: %s', (path) => {
    expect(partIn({ ...page, url: SITE + path }, SITE)).toBe('leave');
  });

  test.each([
    ['a posted form', { ...page, method: 'POST' }],
    ['a frame', { ...page, destination: 'iframe' }],
    ['a page of another site', { ...page, url: 'https://other.example/login' }],
    ['a file opened by itself', { ...page, url: `${SITE}/assets/brands/wattle/logo.svg?v=1a` }],
    ['a name with an ending', { ...page, url: `${SITE}/robots.txt` }],
  ])('is left alone: %s', (_, asked) => {
    expect(partIn({ url: `${SITE}/login`, ...asked }, SITE)).toBe('leave');
  });
});

describe('a file', () => {
  test.each([FILE, '/assets/app/words.x-12345678.css', '/assets/brands/wattle/logo.svg?v=0a1b'])(
    'that never changes is as it was kept: %s',
    (path) => {
      expect(partIn({ ...script, url: SITE + path }, SITE)).toBe('file');
    },
  );

  test.each([
    '/api/card/cards',
    '/api/live',
    '/assets/app/main.js',
    `${FILE}?x=1`,
    '/assets/brands/wattle/logo.svg',
    '/assets/brands/../api/card?v=1',
    '/assets/installed/default/manifest.webmanifest',
    '/worker.js?v=0a1b',
    '/desk/assets/app/home-12345678.js',
  ])('that may change, and every call, is left alone: %s', (path) => {
    expect(partIn({ ...script, url: SITE + path }, SITE)).toBe('leave');
  });

  test('of which a part is asked for is left alone, and so is one that is sent', () => {
    expect(partIn({ ...script, url: SITE + FILE, hasRange: true }, SITE)).toBe('leave');
    expect(partIn({ ...script, url: SITE + FILE, method: 'HEAD' }, SITE)).toBe('leave');
  });

  const whole = { status: 200, type: 'basic', redirected: false, contentType: 'text/javascript; charset=utf-8' };
  test.each([
    ['is whole and of its kind', whole, true],
    ['is a page that says it is not there, with 200', { ...whole, contentType: 'text/html' }, false],
    ['is a part', { ...whole, status: 206 }, false],
    ['is not there', { ...whole, status: 404 }, false],
    ['came by way of another address', { ...whole, redirected: true }, false],
    ['is of another site', { ...whole, type: 'opaque' }, false],
    ['is a redirection', { ...whole, status: 0, type: 'opaqueredirect' }, false],
    ['has no kind', { ...whole, contentType: '' }, false],
  ])('is kept only where the answer is that file: it %s', (_, answer, isKept) => {
    expect(isFileAnswer(FILE, answer)).toBe(isKept);
  });

  test('of an unknown kind is not kept', () => {
    expect(isFileAnswer('/assets/app/home-12345678.html', { ...whole, contentType: 'text/html' })).toBe(false);
  });
});

test.each([
  ['/', '/assets/installed/default/shell.html'],
  ['/login', '/assets/installed/default/shell.html'],
  ['/stumps', '/assets/installed/stumps/shell.html'],
  ['/St-Umps/cardHome', '/assets/installed/stumps/shell.html'],
  ['/%2e%2e/x', '/assets/installed/2e2e/shell.html'],
])('the shell of %s is at %s', (path, address) => {
  expect(shellAddress(path)).toBe(address);
});

test('a shell is kept with every file that it names: in links, in the list of further ones and in the brand', () => {
  const html = `<link href="/assets/app/shell-12345678.css"><meta content="assets/app/home-ABCD_fg-.js assets/app/home-ABCD_fg-.js">
    <link rel="manifest" href="/assets/installed/default/manifest.webmanifest">
    <script>{"Logo":"/assets/brands/wattle/logo.svg?v=0a1b","Hero":"/assets/brands/wattle/hero.svg"}</script>`;
  expect(filesIn(html)).toEqual([
    '/assets/app/shell-12345678.css',
    '/assets/app/home-ABCD_fg-.js',
    '/assets/brands/wattle/logo.svg?v=0a1b',
  ]);
});

test('a shell is a page of this server with a version', () => {
  const answer = { status: 200, type: 'basic', redirected: false, contentType: 'text/html; charset=utf-8' };
  expect(isShellAnswer(answer, 'v1')).toBe(true);
  expect(isShellAnswer(answer, null)).toBe(false);
  expect(isShellAnswer({ ...answer, redirected: true }, 'v1')).toBe(false);
  expect(isShellAnswer({ ...answer, status: 503 }, 'v1')).toBe(false);
  expect(isShellAnswer({ ...answer, contentType: 'application/json' }, 'v1')).toBe(false);
});

test('the answer of the network is shown unless a server fails: a redirection and a page that is not there too', () => {
  expect([0, 200, 304, 404, 499, 500, 502, 503, 504].map(isShown)).toEqual([
    ...Array<boolean>(5).fill(true),
    ...Array<boolean>(4).fill(false),
  ]);
});

test('a wish keeps files of this site that never change, each once', () => {
  const files = [SITE + FILE, SITE + FILE, `${SITE}/api/card/cards`, `https://other.example${FILE}`, 'http://[', 7];
  expect(readWish({ kind: 'keepShell', path: '/login', version: 'v1', files }, SITE)).toEqual({
    path: '/login',
    version: 'v1',
    files: [FILE],
  });
});

test.each([null, 'keepShell', {}, { kind: 'openNotice' }, { kind: 'keepShell', path: '/', version: 1, files: [] }])(
  'another message is no wish: %o',
  (data) => {
    expect(readWish(data, SITE)).toBeNull();
  },
);
