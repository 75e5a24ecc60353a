import { describe, expect, it } from 'vitest';
import { tableOf } from './table.view.ts';

describe('an answer at a terminal', () => {
  it('is a table under the words of its columns', () => {
    const rows = [
      { name: 'kate', fullName: 'Kate Lowe', isActive: true, requests: 2 },
      { name: 'lars', fullName: 'Lars', isActive: false, requests: null },
    ];
    expect(tableOf(rows, 80).split('\n')).toEqual([
      'Name  Full name  Is active  Requests',
      '────  ─────────  ─────────  ────────',
      'kate  Kate Lowe  yes        2',
      'lars  Lars       no',
    ]);
  });

  it('gives Chinese characters the two places that they take', () => {
    const [, , first, second] = tableOf(
      [
        { name: '李伟', card: '1' },
        { name: 'Lars', card: '2' },
      ],
      80,
    ).split('\n');
    expect([first, second]).toEqual(['李伟  1', 'Lars  2']);
  });

  it('lists each row by itself where the table is wider than the terminal', () => {
    const rows = [
      { request: '41', reason: 'called us' },
      { request: '42', reason: 'x' },
    ];
    expect(tableOf(rows, 12)).toBe('Request  41\nReason   called us\n\nRequest  42\nReason   x');
  });

  it('lets no control character of a name reach the terminal', () => {
    const shown = tableOf([{ name: 'a\u001b[31mb\u009b2Jc\u202ed\ne' }], 80)
      .split('\n')
      .at(-1);
    expect(shown).toBe('a\ufffd[31mb\ufffd2Jc\ufffdd\ufffde');
  });

  it('says so where there is nothing', () => {
    expect(tableOf([], 80)).toBe('Nothing was found.');
  });
});
