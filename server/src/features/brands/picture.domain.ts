import type { FindingIn } from './brand-finding.ts';

/** What a picture may consist of: shapes, words and paint. No style, link, animation or other picture. */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan
   linearGradient radialGradient stop clipPath mask pattern marker`.split(/\s+/),
);

/** Attributes with a prefix that change nothing about where the picture leads. */
const PREFIXED = new Set(['xmlns:xlink', 'xlink:href', 'xml:space', 'xml:lang']);

const SVG = 'http://www.w3.org/2000/svg';
const PIECE =
  /<!--[\s\S]*?-->|<\?xml[^?]*\?>|<(?<start>[A-Za-z_][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|<\/(?<end>[A-Za-z_][\w:.-]*)\s*>|[^<]+/gy;
const ATTRIBUTE = /(?<name>[\w:.-]+)\s*=\s*(?:"(?<one>[^"]*)"|'(?<other>[^']*)')/g;

/**
 * What a picture may not hold. It is served from our own origin and may be opened by itself, so
 * what is not known to be harmless is refused.
 */
export function findInPicture(text: string): FindingIn[] {
  if (!/^\uFEFF?\s*(<\?xml|<!--|<!DOCTYPE|<svg)/i.test(text)) return [{ key: '', reason: 'is not an SVG picture' }];
  const findings: FindingIn[] = [];
  const open: string[] = [];
  const body = text.replace(/^\uFEFF/, '');
  let at = 0;
  let isRootSeen = false;
  for (const piece of body.matchAll(PIECE)) {
    at = piece.index + piece[0].length;
    const { start, attributes = '', empty, end } = piece.groups ?? {};
    if (start !== undefined) {
      if (
        !isRootSeen &&
        !(start === 'svg' && attributesOf(attributes).some(([name, value]) => name === 'xmlns' && value === SVG))
      ) {
        findings.push({ key: `<${start}>`, reason: `must be <svg xmlns="${SVG}">` });
      }
      isRootSeen = true;
      findings.push(...findInElement(start, attributes));
      if (empty !== '/') open.push(start);
    } else if (end !== undefined && open.pop() !== end) {
      break;
    }
  }
  if (at < body.length || open.length > 0) {
    const rest = body.slice(at, at + 40).replaceAll(/\s+/g, ' ');
    const isDeclaration = rest.startsWith('<!');
    findings.push({
      key: rest || `<${open.at(-1)}>`,
      reason: isDeclaration ? 'no document type, entity or CDATA may stand here' : 'is not well-formed from here',
    });
  }
  return findings;
}

function attributesOf(text: string): [name: string, value: string][] {
  return [...text.matchAll(ATTRIBUTE)].map(({ groups }) => [
    groups?.['name'] ?? '',
    groups?.['one'] ?? groups?.['other'] ?? '',
  ]);
}

function findInElement(element: string, attributes: string): FindingIn[] {
  const key = `<${element}>`;
  if (/(^|:)script$/i.test(element)) return [{ key, reason: 'is a script' }];
  if (/(^|:)foreignObject$/i.test(element)) return [{ key, reason: 'is foreign content' }];
  const found: FindingIn[] = ELEMENTS.has(element) ? [] : [{ key, reason: 'is none of the elements of a picture' }];
  for (const [name, value] of attributesOf(attributes)) {
    const reason = faultOf(name, value);
    if (reason !== undefined) found.push({ key: `<${element} ${name}>`, reason });
  }
  return found;
}

function faultOf(name: string, value: string): string | undefined {
  if (/^on/i.test(name)) return 'is an event handler';
  if (/^style$/i.test(name)) return 'must be written as attributes';
  if (name.includes(':') && !PREFIXED.has(name)) return 'is no attribute of a picture';
  // Either could spell an address that the checks below do not see.
  if (/\\|&#/.test(value)) return 'no character may be written as an escape';
  const isReference = /^(xlink:)?href$/i.test(name);
  const targets = isReference
    ? [value]
    : [...value.matchAll(/url\s*\(\s*['"]?([^'")]*)/gi)].map((match) => match[1] ?? '');
  return targets.every((target) => /^#[\w.-]+$/.test(target.trim()))
    ? undefined
    : 'refers to something outside the picture';
}
