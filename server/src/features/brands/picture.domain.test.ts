import { expect, test } from 'vitest';
import { findInPicture } from './picture.domain.ts';

const svg = (inner: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

test.each([
  [
    'shapes and paint',
    svg('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><path d="M0 0" fill="url(#a)"/>'),
  ],
  ['a symbol that is used', svg('<symbol id="s"><circle r="1"/></symbol><use href="#s"/>')],
  [
    'a declaration, a comment and words',
    `<?xml version="1.0"?>\n<!-- made by hand -->\n${svg('<title>A &amp; B</title>')}\n`,
  ],
])('takes %s', (_, text) => {
  expect(findInPicture(text)).toEqual([]);
});

const PATH = '<path d="M0 0" ';
test.each<[string, string, string, string]>([
  ['a script', svg('<script>alert(1)</script>'), '<script>', 'is a script'],
  ['a script in capitals', svg('<SCRIPT/>'), '<SCRIPT>', 'is a script'],
  ['a script under a prefix', svg('<s:script/>', 'xmlns:s="http://www.w3.org/2000/svg"'), '<s:script>', 'is a script'],
  ['foreign content', svg('<foreignObject><p/></foreignObject>'), '<foreignObject>', 'is foreign content'],
  ['an event handler', svg(`${PATH} onload="alert(1)"/>`), '<path onload>', 'is an event handler'],
  [
    'an event handler without a space',
    svg('<g id="a"onclick="alert(1)"/>'),
    '<g id="a"onclick="alert(1)"/></svg>',
    'is not well-formed from here',
  ],
  [
    'a picture from elsewhere',
    svg('<image href="https://x.example/a.png"/>'),
    '<image>',
    'is none of the elements of a picture',
  ],
  [
    'a use from elsewhere',
    svg('<use href="https://x.example/a.svg#a"/>'),
    '<use href>',
    'refers to something outside the picture',
  ],
  [
    'a use of a data address',
    svg('<use xlink:href="data:image/svg+xml,x"/>', 'xmlns:xlink="http://www.w3.org/1999/xlink"'),
    '<use xlink:href>',
    'refers to something outside the picture',
  ],
  [
    'a link that runs a script',
    svg('<a href="javascript:alert(1)"/>'),
    '<a href>',
    'refers to something outside the picture',
  ],
  [
    'paint from elsewhere',
    svg(`${PATH} fill="url('https://x.example/#a')"/>`),
    '<path fill>',
    'refers to something outside the picture',
  ],
  [
    'an address in escapes',
    svg(`${PATH} fill="u\\72l(//x.example)"/>`),
    '<path fill>',
    'no character may be written as an escape',
  ],
  [
    'an address in references',
    svg('<use href="&#104;ttps://x.example"/>'),
    '<use href>',
    'no character may be written as an escape',
  ],
  ['another base', svg('<g xml:base="https://x.example/"/>'), '<g xml:base>', 'is no attribute of a picture'],
  ['a stylesheet', svg('<style>@import url(//x.example)</style>'), '<style>', 'is none of the elements of a picture'],
  ['a style', svg(`${PATH} style="fill:red"/>`), '<path style>', 'must be written as attributes'],
  [
    'an animation',
    svg('<set attributeName="href" to="javascript:1"/>'),
    '<set>',
    'is none of the elements of a picture',
  ],
  [
    'an entity',
    `<!DOCTYPE svg [<!ENTITY e "x">]>${svg('')}`,
    '<!DOCTYPE svg [<!ENTITY e "x">]><svg xml',
    'no document type, entity or CDATA may stand here',
  ],
  ['an open element', svg('<g>'), '<svg>', 'is not well-formed from here'],
  ['another root', '<svg><g/></svg>', '<svg>', 'must be <svg xmlns="http://www.w3.org/2000/svg">'],
  ['another kind of file', 'GIF89a', '', 'is not an SVG picture'],
])('refuses %s', (_, text, key, reason) => {
  expect(findInPicture(text)).toContainEqual({ key, reason });
});

const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const XML_FAULT = 'is not well-formed from here';
const ELSEWHERE = 'refers to something outside the picture';
const NO_ELEMENT = 'is none of the elements of a picture';
const NO_DECLARATION = 'declares a namespace that no picture needs';

test.each<[string, string, string, string]>([
  ['an entity that nobody declared', svg('<title>&secret;</title>'), '&secret;</title></svg>', XML_FAULT],
  ['an entity of HTML', svg('<title>a&nbsp;b</title>'), 'a&nbsp;b</title></svg>', XML_FAULT],
  ['an entity in an attribute', svg('<use href="&e;"/>'), '<use href="&e;"/></svg>', XML_FAULT],
  [
    'entities within entities',
    `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg('<title>&b;</title>')}`,
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTIT',
    'no document type, entity or CDATA may stand here',
  ],
  [
    'a document type behind a comment',
    `<!-- < --><!doctype svg SYSTEM "file:///etc/passwd">${svg('')}`,
    '<!doctype svg SYSTEM "file:///etc/passwd',
    XML_FAULT,
  ],
  [
    'a script in CDATA',
    svg('<title><![CDATA[<script>]]></title>'),
    '<![CDATA[<script>]]></title></svg>',
    'no document type, entity or CDATA may stand here',
  ],
  [
    'a stylesheet as a processing instruction',
    `<?xml-stylesheet href="https://x.example/a.css"?>${svg('')}`,
    '<?xml-stylesheet',
    'no processing instruction may stand here',
  ],
  ['another encoding', `<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('')}`, '<?xml', 'must be XML 1.0 in UTF-8'],
  ['another version of XML', `<?xml version="1.1"?>${svg('')}`, '<?xml', 'must be XML 1.0 in UTF-8'],
  ['two roots', svg('') + svg(''), '<svg xmlns="http://www.w3.org/2000/svg" ', XML_FAULT],
  [
    'an attribute twice',
    svg('<use href="#a" href="https://x.example"/>'),
    '<use href="#a" href="https://x.example"/',
    XML_FAULT,
  ],
  [
    'an attribute twice under two prefixes',
    svg('<use xlink:href="#a" l:href="#b" xmlns:l="http://www.w3.org/1999/xlink"/>', XLINK),
    '<use xlink:href="#a" l:href="#b" xmlns:l',
    XML_FAULT,
  ],
  [
    'a picture in a picture with a script',
    svg(`<g>${svg('<g><script href="#a"/></g>')}</g>`),
    '<script>',
    'is a script',
  ],
  [
    'a script of another namespace',
    svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'),
    '<script>',
    'is a script',
  ],
  ['a shape of another namespace', svg('<path xmlns="http://www.w3.org/1999/xhtml"/>'), '<path>', NO_ELEMENT],
  ['another namespace', svg('<g xmlns:h="http://www.w3.org/1999/xhtml"/>'), '<g xmlns:h>', NO_DECLARATION],
  ['a known prefix for another namespace', svg('<g xmlns:xlink="urn:x"/>'), '<g xmlns:xlink>', NO_DECLARATION],
  ['a prefix that nobody declared', svg('<use xlink:href="#a"/>'), '<use xlink:href="#a"/></svg>', XML_FAULT],
  [
    'foreign content within a mask',
    svg('<mask id="m"><foreignObject href="#m"><iframe src="https://x.example"/></foreignObject></mask>'),
    '<foreignObject>',
    'is foreign content',
  ],
  ['a frame', svg('<iframe src="https://x.example"/>'), '<iframe>', NO_ELEMENT],
  ['a link to another page by xlink', svg('<use xlink:href="//x.example/#a"/>', XLINK), '<use xlink:href>', ELSEWHERE],
  ['a reference with a line break', svg('<use href="java\nscript:alert(1)"/>'), '<use href>', ELSEWHERE],
  ['a second address behind a good one', svg(`${PATH} fill="url(#a) url(//x.example)"/>`), '<path fill>', ELSEWHERE],
  ['an image set', svg(`${PATH} mask="image-set('//x.example/a.png' 1x)"/>`), '<path mask>', ELSEWHERE],
  ['a handler in capitals', svg('<g ONCLICK="alert(1)"/>'), '<g ONCLICK>', 'is an event handler'],
  ['an attribute without quotes', svg('<g id=a onclick=alert(1)/>'), '<g id=a onclick=alert(1)/></svg>', XML_FAULT],
  ['a tag that does not end', '<svg xmlns="http://www.w3.org/2000/svg"><g ', '<g ', XML_FAULT],
  ['an element that does not end', '<svg xmlns="http://www.w3.org/2000/svg"><g>', '<g>', XML_FAULT],
  ['a control character', svg('<title>\u0001</title>'), '\u0001</title></svg>', XML_FAULT],
])('refuses the attack: %s', (_, text, key, reason) => {
  expect(findInPicture(text)).toContainEqual({ key, reason });
});

test('accepts 40 levels of elements, and stops reading at the 41st of 20,000', () => {
  const nested = (levels: number) => svg('<g>'.repeat(levels - 1) + '</g>'.repeat(levels - 1));
  expect(findInPicture(nested(40))).toEqual([]);
  expect(findInPicture(nested(20_000))).toEqual([{ key: '<g>', reason: 'lies deeper than 40 elements' }]);
});
