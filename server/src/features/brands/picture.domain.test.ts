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
