import { expect, it } from 'vitest';
import { bankText, encodingFault, utf8Text, xmlText } from './text-encoding.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

it.each<[string, Buffer, string | undefined]>([
  ['UTF-8', Buffer.from('reference\n12 Café Street\n李伟'), undefined],
  ['UTF-8 with a mark', Buffer.from('\uFEFFreference\nCafé'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  [
    'Windows-1252',
    latin1('reference\r\n12 Café Street\r\n'),
    'line 2 is not UTF-8 but Windows-1252 or Latin-1, save the file as UTF-8',
  ],
  [
    // 0x92 is the curly apostrophe of Windows-1252.
    'a curly apostrophe of Windows',
    Buffer.concat([Buffer.from('a\nb\nO'), Buffer.from([0x92]), Buffer.from('Brien')]),
    'line 3 is not UTF-8 but Windows-1252 or Latin-1, save the file as UTF-8',
  ],
  // 李伟 in GB 2312: C0 EE CE B0.
  [
    'Chinese of Windows',
    Buffer.from([0x61, 0x0a, 0xc0, 0xee, 0xce, 0xb0]),
    'line 2 is not UTF-8 but GB 18030, save the file as UTF-8',
  ],
  ['UTF-16', Buffer.from('\uFEFFreference', 'utf16le'), 'is UTF-16, save the file as UTF-8'],
  ['UTF-16, big end first', Buffer.from('\uFEFFref', 'utf16le').swap16(), 'is UTF-16, save the file as UTF-8'],
  ['UTF-16 without a mark', Buffer.from('reference', 'utf16le'), 'is UTF-16, save the file as UTF-8'],
])('names the encoding of %s and its first line', (_, bytes, fault) => {
  expect(encodingFault(bytes)).toBe(fault);
});

it('removes the byte order mark', () => {
  expect(utf8Text(Buffer.from('\uFEFFCafé'))).toBe('Café');
});

it.each<[string, Buffer, 'latin1' | 'utf-8', string]>([
  ['Latin-1', latin1('Café'), 'latin1', 'Café'],
  ['UTF-8', Buffer.from('Café 李'), 'utf-8', 'Café 李'],
  ['UTF-8 with a mark, whatever is set', Buffer.from('\uFEFFCafé'), 'latin1', 'Café'],
  ['a byte that is none', latin1('Café\n100'), 'utf-8', 'Caf\uFFFD\n100'],
])('reads a file of the bank in %s', (_, bytes, encoding, text) => {
  expect(bankText(bytes, encoding)).toBe(text);
});

const XML = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Café</a>`;

it.each<[string, Buffer]>([
  ['a declared ISO-8859-1', latin1(XML('ISO-8859-1'))],
  ['a declared windows-1252', latin1(XML('windows-1252'))],
  ['a declared UTF-8', Buffer.from(XML('UTF-8'))],
  ['nothing declared', Buffer.from('<a>Café</a>')],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${XML('UTF-16')}`, 'utf16le')],
  ['UTF-16 of the other order with a mark', Buffer.from(`\uFEFF${XML('UTF-16')}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(XML('UTF-16'), 'utf16le')],
  ['a mark of UTF-8 against another declaration', Buffer.from(`\uFEFF${XML('ISO-8859-1')}`)],
  ['a declaration that was left when the file was converted', Buffer.from(XML('UTF-16'))],
])('reads XML with %s', (_, bytes) => {
  expect(xmlText(bytes)).toEqual({ text: expect.stringMatching(/<a>Café<\/a>$/) });
});

it('names an encoding of XML that is not known', () => {
  expect(xmlText(latin1(XML('EBCDIC-CP-US')))).toEqual({ unknown: 'EBCDIC-CP-US' });
});
