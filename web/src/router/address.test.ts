import { expect, test } from 'vitest';
import { addressOf, findRoute, hrefOf, matchPath, resolve, textOf } from './address.ts';

test('an address matches its path in any case and with a trailing slash', () => {
  expect(matchPath('/cardHome', '/CARDhome/')).toEqual({});
  expect(matchPath('/', '/')).toEqual({});
  expect(matchPath('/cardHome', '/cardHome/more')).toBeNull();
  expect(matchPath('/cardHome', '/cardHome//')).toBeNull();
  expect(matchPath('/cardHome', '')).toBeNull();
});

test('a parameter is decoded, and one with an invalid % is used unchanged', () => {
  expect(matchPath('/reset/:token', '/reset/a%2Fb%20c')).toEqual({ token: 'a/b c' });
  expect(matchPath('/reset/:token', '/reset/100%')).toEqual({ token: '100%' });
  expect(matchPath('/reset/:token', '/reset/%E4%B8')).toEqual({ token: '%E4%B8' });
  expect(matchPath('/reset/:token', '/reset/')).toBeNull();
  expect(matchPath('/cardHome', '/card%48ome')).toEqual({});
});

test('a literal path takes precedence over one with a parameter', () => {
  const routes = [{ path: '/collect/:token' }, { path: '/collect/done' }];
  expect(findRoute(routes, '/collect/done')?.route).toBe(routes[1]);
  expect(findRoute(routes, '/collect/abc')).toEqual({ route: routes[0], params: { token: 'abc' } });
  expect(findRoute(routes, '/other')).toBeNull();
});

test('missing parts of an address are those of the page, except search and hash', () => {
  expect(resolve('/a?b=1#c', '/here')).toEqual({ pathname: '/a', search: '?b=1', hash: '#c' });
  expect(resolve('#c?d', '/here')).toEqual({ pathname: '/here', search: '', hash: '#c?d' });
  expect(resolve('?b=/x#', '/here')).toEqual({ pathname: '/here', search: '?b=/x', hash: '#' });
  expect(resolve({ pathname: '/a', search: '?b' }, '/here')).toEqual({ pathname: '/a', search: '?b', hash: '' });
  expect(textOf(resolve('?#', '/here'))).toBe('/here');
});

test('the prefix of a brand is added to each address and removed again', () => {
  const at = (path: string) => addressOf('/stumps', new URL(path, 'https://cards.example'));
  expect(hrefOf('/stumps', resolve('/', '/'))).toBe('/stumps');
  expect(hrefOf('/stumps', resolve('/login?for=upgrade', '/'))).toBe('/stumps/login?for=upgrade');
  expect(hrefOf('', resolve('/', '/'))).toBe('/');
  expect(at('/STUMPS/login?a#b')).toEqual({ pathname: '/login', search: '?a', hash: '#b' });
  expect(at('/stumps')).toEqual({ pathname: '/', search: '', hash: '' });
  expect(at('/stumpsy/login')).toBeNull();
  expect(at('/login')).toBeNull();
});
