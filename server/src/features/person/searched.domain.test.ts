import { describe, expect, it } from 'vitest';
import { waysToRead } from './searched.domain.ts';

describe('waysToRead', () => {
  it.each([
    ['holder:48', [{ by: 'id', kind: 'holder', id: 48n }]],
    ['Card:7', [{ by: 'id', kind: 'card', id: 7n }]],
    ['Amelia.Chen@Example.com', [{ by: 'email', text: 'amelia.chen@example.com' }]],
    ['li@例子.公司', [{ by: 'email', text: 'li@xn--fsqu00a.xn--55qx5d' }]],
    ['0400 000 001', [{ by: 'mobile', text: '0400000001' }]],
    ['+61 400 000 001', [{ by: 'mobile', text: '+61400000001' }]],
    ['0017', [{ by: 'lastFour', text: '0017' }]],
    [
      '200 100 017',
      [
        { by: 'account', text: '200100017' },
        { by: 'mobile', text: '0200100017' },
      ],
    ],
    [
      '263300000017',
      [
        { by: 'receipt', text: '263300000017' },
        { by: 'order', text: '263300000017' },
      ],
    ],
    [
      '12345678901',
      [
        { by: 'cardId', text: '12345678901' },
        { by: 'mobile', text: '12345678901' },
        { by: 'receipt', text: '12345678901' },
      ],
    ],
    [
      'chen',
      [
        { by: 'name', words: ['chen'] },
        { by: 'payee', text: 'chen' },
      ],
    ],
    [
      'Amelia  Jane Chen',
      [
        { by: 'name', words: ['amelia', 'chen'] },
        { by: 'payee', text: 'amelia jane chen' },
      ],
    ],
    [
      'Northside Travel 2,900',
      [
        { by: 'purchase', merchant: 'northside travel', cents: 290_000n },
        { by: 'name', words: ['northside', '2,900'] },
        { by: 'payee', text: 'northside travel 2,900' },
      ],
    ],
    [
      '$12.34 Corner Cafe',
      [
        { by: 'purchase', merchant: 'corner cafe', cents: 1_234n },
        { by: 'name', words: ['$12.34', 'cafe'] },
        { by: 'payee', text: '$12.34 corner cafe' },
      ],
    ],
    [
      'iauth_1MvSandbox',
      [
        { by: 'processorId', text: 'iauth_1MvSandbox' },
        { by: 'gatewayId', text: 'iauth_1MvSandbox' },
        { by: 'name', words: ['iauth_1mvsandbox'] },
        { by: 'payee', text: 'iauth_1mvsandbox' },
      ],
    ],
    // An id of Adyen's has neither.
    [
      'QFQTPCQ8HXSKGK82',
      [
        { by: 'gatewayId', text: 'QFQTPCQ8HXSKGK82' },
        { by: 'name', words: ['qfqtpcq8hxskgk82'] },
        { by: 'payee', text: 'qfqtpcq8hxskgk82' },
      ],
    ],
    // A name with a hyphen has no digit.
    [
      'Smith-Jones',
      [
        { by: 'name', words: ['smith-jones'] },
        { by: 'payee', text: 'smith-jones' },
      ],
    ],
    ['12', []],
    [
      "'; DROP TABLE holder --",
      [
        { by: 'name', words: ["';", '--'] },
        { by: 'payee', text: "'; drop table holder --" },
      ],
    ],
  ])('reads %s', (text, ways) => {
    expect(waysToRead(text)).toEqual(ways);
  });

  it.each(['Receipt 26330000017', 'Reference: 2633 0000 017', '收据号：26330000017', 'Ref no. 2633-0000-017'])(
    'reads the number of %s',
    (text) => {
      expect(waysToRead(text)).toEqual(waysToRead('26330000017'));
    },
  );
});
