import { describe, expect, it } from 'vitest';
import { isNetworkFault, isNotConnected } from './network-fault.ts';

const system = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });
const several = (...codes: string[]) =>
  new AggregateError(
    codes.map((code) => system(code, 'connect')),
    'none answers',
  );

describe('a network fault', () => {
  it.each([
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENOTCONN',
  ])('is recognised on a connection: %s', (code) => {
    for (const error of [system(code, 'read'), system(code, 'write'), system(code)]) {
      expect([isNetworkFault(error), isNotConnected(error)]).toEqual([true, false]);
    }
  });

  it.each([
    ['EAI_AGAIN', 'getaddrinfo'],
    ['ESERVFAIL', 'queryA'],
    ['EHOSTUNREACH', 'connect'],
    ['ENOENT', 'connect'],
    ['EACCES', 'connect'],
  ])('is recognised before a connection, when nothing was sent: %s of %s', (code, syscall) => {
    const error = system(code, syscall);
    expect([isNetworkFault(error), isNotConnected(error)]).toEqual([true, true]);
  });

  it('is recognised for a name with several addresses, also within fetch', () => {
    for (const error of [several('ECONNREFUSED', 'ENETUNREACH'), new TypeError('x', { cause: several('EACCES') })]) {
      expect([isNetworkFault(error), isNotConnected(error)]).toEqual([true, true]);
    }
  });
});

it.each([
  ['a file that is not there', system('ENOENT', 'open')],
  ['a folder that is read as a file', system('EISDIR', 'read')],
  ['an error of the database', Object.assign(system('ECONNRESET'), { severity: 'ERROR' })],
  ['a bug', new TypeError('x is not a function')],
  ['a bug with a cause', new Error('x', { cause: new RangeError('y') })],
  ['nothing that was tried', new AggregateError([], 'none')],
  ['a text', 'ECONNRESET'],
])('a network fault is not %s', (_, error) => {
  expect([isNetworkFault(error), isNotConnected(error)]).toEqual([false, false]);
});
