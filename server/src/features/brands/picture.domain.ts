import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import type { FindingIn } from './brand-finding.ts';

/** Elements of a picture: shapes, words and paint. No style, link, animation or other picture. */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan
   linearGradient radialGradient stop clipPath mask pattern marker`.split(/\s+/),
);

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Attributes with a namespace that cannot refer to anything outside the picture. */
const IN_NAMESPACE = new Set([`${XLINK} href`, `${XML} space`, `${XML} lang`]);
/** The only namespaces that may be declared, by the name of the declaring attribute. */
const DECLARATIONS = new Map([
  ['xmlns', SVG],
  ['xmlns:xlink', XLINK],
]);

/** The deepest of the product's own pictures has 6 levels. A parser may take seconds over thousands. */
const MAX_DEPTH = 40;

/** The picture cannot be read further. */
class Refused extends Error {
  readonly finding: FindingIn;
  constructor(key: string, reason: string) {
    super(reason);
    this.finding = { key, reason };
  }
}

/**
 * Refuses content that a picture may not have. It is served from our own origin and may be opened by itself, so
 * anything not known to be harmless is refused. It is read by an XML parser, as in a browser.
 */
export function findInPicture(text: string): FindingIn[] {
  if (!/^\uFEFF?\s*(<\?xml|<!--|<!DOCTYPE|<svg)/i.test(text)) return [{ key: '', reason: 'is not an SVG picture' }];
  const body = text.replace(/^\uFEFF/, '');
  const findings: FindingIn[] = [];
  try {
    readPicture(body, findings);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    findings.push(error.finding);
  }
  return findings;
}

function readPicture(body: string, findings: FindingIn[]): void {
  const parser = new SaxesParser({ xmlns: true });
  const pieceAt = (start: number) => oneLine(body.slice(start, start + 40));
  let depth = 0;
  let attributeStart = 0;
  let escaped = new Set<string>();

  parser.on('error', () => {
    throw faultAt(body, parser.position);
  });
  parser.on('xmldecl', ({ version, encoding = 'UTF-8' }) => {
    // A browser would decode the bytes by the declaration, and this check decodes them as UTF-8.
    if (version !== '1.0' || !/^utf-8$/i.test(encoding)) throw new Refused('<?xml', 'must be XML 1.0 in UTF-8');
  });
  parser.on('doctype', (doctype) => {
    const start = parser.position - '<!DOCTYPE>'.length - doctype.length;
    throw new Refused(pieceAt(start), 'no document type, entity or CDATA may stand here');
  });
  parser.on('cdata', (cdata) => {
    const start = parser.position - '<![CDATA[]]>'.length - cdata.length;
    throw new Refused(pieceAt(start), 'no document type, entity or CDATA may stand here');
  });
  parser.on('processinginstruction', ({ target }) => {
    throw new Refused(`<?${target}`, 'no processing instruction may stand here');
  });
  parser.on('opentagstart', () => {
    attributeStart = parser.position;
    escaped = new Set();
  });
  parser.on('attribute', ({ name }) => {
    if (body.slice(attributeStart, parser.position).includes('&#')) escaped.add(name);
    attributeStart = parser.position;
  });
  parser.on('opentag', (tag) => {
    if (depth === 0 && (tag.uri !== SVG || tag.name !== 'svg')) {
      findings.push({ key: `<${tag.name}>`, reason: `must be <svg xmlns="${SVG}">` });
    }
    depth += 1;
    if (depth > MAX_DEPTH) throw new Refused(`<${tag.name}>`, `lies deeper than ${MAX_DEPTH} elements`);
    findings.push(...findInElement(tag, escaped));
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(body).close();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Names the place of a fault: the tag or the text that the parser was in. */
function faultAt(body: string, position: number): Refused {
  const before = body.slice(0, position);
  const start = before.lastIndexOf('<');
  const closing = /^<\/([^\s>]*)/.exec(body.slice(start))?.[1];
  if (closing !== undefined) return new Refused(`<${closing}>`, 'is not well-formed from here');
  // The last character may end the tag at fault.
  const end = before.slice(0, -1).lastIndexOf('>');
  const rest = body.slice(end > start ? end + 1 : start).slice(0, 40);
  return new Refused(oneLine(rest), 'is not well-formed from here');
}

function findInElement({ name, local, uri, attributes }: SaxesTagNS, escaped: ReadonlySet<string>): FindingIn[] {
  const key = `<${name}>`;
  if (/^script$/i.test(local)) return [{ key, reason: 'is a script' }];
  if (/^foreignObject$/i.test(local)) return [{ key, reason: 'is foreign content' }];
  const isOwn = uri === SVG && name === local && ELEMENTS.has(local);
  const found: FindingIn[] = isOwn ? [] : [{ key, reason: 'is none of the elements of a picture' }];
  for (const attribute of Object.values(attributes)) {
    const reason = faultOf(attribute, escaped.has(attribute.name));
    if (reason !== undefined) found.push({ key: `<${name} ${attribute.name}>`, reason });
  }
  return found;
}

/** Functions that load something as the value of a property. `url` is allowed and checked separately. */
const LOADING = /(?:image|image-set|src|element|cross-fade)\s*\(/i;

function faultOf({ name, prefix, local, uri, value }: SaxesAttributeNS, isEscaped: boolean): string | undefined {
  if (name === 'xmlns' || prefix === 'xmlns') {
    return DECLARATIONS.get(name) === value ? undefined : 'declares a namespace that no picture needs';
  }
  if (/^on/i.test(local)) return 'is an event handler';
  if (/^style$/i.test(local)) return 'must be written as attributes';
  if (prefix !== '' && !IN_NAMESPACE.has(`${uri} ${local}`)) return 'is no attribute of a picture';
  // A backslash spells CSS that the checks below miss, and no drawing needs a character reference.
  if (isEscaped || value.includes('\\')) return 'no character may be written as an escape';
  if (LOADING.test(value)) return 'refers to something outside the picture';
  const isReference = /^href$/i.test(local);
  const targets = isReference
    ? [value]
    : [...value.matchAll(/url\s*\(\s*['"]?([^'")]*)/gi)].map((match) => match[1] ?? '');
  return targets.every((target) => /^#[\w.-]+$/.test(target.trim()))
    ? undefined
    : 'refers to something outside the picture';
}
