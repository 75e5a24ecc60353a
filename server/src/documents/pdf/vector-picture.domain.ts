import { SaxesParser } from 'saxes';
import { pathOperators } from './svg-path.domain.ts';

/** Vector graphic as operators of a PDF page in its own units. */
export type VectorPicture = {
  /** Visible area. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly operators: string;
};

type Attributes = Readonly<Record<string, string>>;

const PAINT = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'fill-rule'];
const CAPS: Readonly<Record<string, number>> = { butt: 0, round: 1, square: 2 };
const JOINS: Readonly<Record<string, number>> = { miter: 0, round: 1, bevel: 2 };
const WITHOUT_EFFECT = new Set(['xmlns', 'width', 'height', 'viewBox', 'id', 'role', 'focusable']);

/** The picture uses an unsupported feature. */
class Unsupported extends Error {}

/**
 * Simple SVG picture, such as a logo: shapes in plain colours. Undefined if it needs more (gradients, transformations,
 * text, transparency); the caller then shows only the name.
 */
export function readVectorPicture(svg: string): VectorPicture | undefined {
  const parser = new SaxesParser({ xmlns: false });
  const inherited: Attributes[] = [];
  const drawn: string[] = [];
  let box: VectorPicture['box'] | undefined;
  let silentDepth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if (silentDepth > 0 || name === 'title' || name === 'desc') {
      silentDepth += 1;
      return;
    }
    if (name === 'svg' && inherited.length === 0) box = boxOf(attributes['viewBox']);
    refuseUnknown(name, attributes);
    const all = { ...inherited.at(-1), ...paintOf(attributes) };
    inherited.push(all);
    if (name !== 'svg' && name !== 'g') drawn.push(shapeOf(name, attributes, all));
  });
  parser.on('closetag', () => {
    if (silentDepth > 0) silentDepth -= 1;
    else inherited.pop();
  });
  parser.on('error', () => {
    throw new Unsupported();
  });
  try {
    parser.write(svg).close();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
  return box && { box, operators: drawn.join(' ') };
}

function boxOf(viewBox: string | undefined): VectorPicture['box'] {
  const [x = Number.NaN, y = Number.NaN, width = 0, height = 0] = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!Number.isFinite(x) || !Number.isFinite(y) || !(width > 0) || !(height > 0)) throw new Unsupported();
  return { x, y, width, height };
}

/** Attributes inherited by the shapes within. */
function paintOf(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => PAINT.includes(name)));
}

/** Attributes that define each shape. */
const FORM: Readonly<Record<string, readonly string[]>> = {
  svg: [],
  g: [],
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  rect: ['x', 'y', 'width', 'height'],
  line: ['x1', 'y1', 'x2', 'y2'],
  polyline: ['points'],
  polygon: ['points'],
};

/** Refuses unknown attributes, because each could change the appearance. */
function refuseUnknown(name: string, attributes: Attributes): void {
  const form = FORM[name];
  const isKnown = (key: string) =>
    form?.includes(key) === true || PAINT.includes(key) || WITHOUT_EFFECT.has(key) || key.startsWith('aria-');
  if (!form || !Object.keys(attributes).every(isKnown)) throw new Unsupported();
}

function shapeOf(name: string, attributes: Attributes, paint: Attributes): string {
  const value = (key: string) => Number(attributes[key] ?? 0);
  const forms: Readonly<Record<string, () => string>> = {
    path: () => attributes['d'] ?? '',
    circle: () => ellipse(value('cx'), value('cy'), value('r'), value('r')),
    ellipse: () => ellipse(value('cx'), value('cy'), value('rx'), value('ry')),
    rect: () => `M${value('x')} ${value('y')}h${value('width')}v${value('height')}h${-value('width')}z`,
    line: () => `M${value('x1')} ${value('y1')}L${value('x2')} ${value('y2')}`,
    polyline: () => `M${attributes['points'] ?? ''}`,
    polygon: () => `M${attributes['points'] ?? ''}z`,
  };
  const path = pathOperators(forms[name]?.() ?? '');
  if (path === undefined) throw new Unsupported();
  return `q ${paintOperators(paint, path)} Q`;
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

function paintOperators(paint: Attributes, path: string): string {
  const fill = shares(paint['fill'] ?? '#000');
  const stroke = shares(paint['stroke'] ?? 'none');
  const cap = CAPS[paint['stroke-linecap'] ?? 'butt'];
  const join = JOINS[paint['stroke-linejoin'] ?? 'miter'];
  const width = Number(paint['stroke-width'] ?? 1);
  if (cap === undefined || join === undefined || !Number.isFinite(width)) throw new Unsupported();
  const isEvenOdd = paint['fill-rule'] === 'evenodd';
  const fillOperator = isEvenOdd ? 'f*' : 'f';
  const bothOperator = isEvenOdd ? 'B*' : 'B';
  const setFill = fill === undefined ? '' : `${fill} rg `;
  const setStroke = stroke === undefined ? '' : `${stroke} RG ${width} w ${cap} J ${join} j `;
  if (fill !== undefined && stroke !== undefined) return `${setFill}${setStroke}${path} ${bothOperator}`;
  if (fill !== undefined) return `${setFill}${path} ${fillOperator}`;
  return stroke === undefined ? '' : `${setStroke}${path} S`;
}

/** Red, green and blue from 0 to 1; undefined for no paint. */
function shares(paint: string): string | undefined {
  if (paint === 'none') return undefined;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i
    .exec(paint)
    ?.slice(1)
    .map((digit) => digit + digit);
  const long = short ?? /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(paint)?.slice(1);
  if (!long) throw new Unsupported();
  return long.map((part) => String(Math.round((Number.parseInt(part, 16) / 255) * 1000) / 1000)).join(' ');
}
