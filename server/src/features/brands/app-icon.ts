import { createHash } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import { pathOperators } from '../../documents/pdf/svg-path.domain.ts';
import { readVectorPicture, type VectorPicture } from '../../documents/pdf/vector-picture.domain.ts';
import { drawPicture, emptyBitmap } from '../../documents/png/draw-picture.domain.ts';
import { writePng } from '../../documents/png/write-png.ts';
import type { Brand } from './brand-settings.ts';
import { readBrandAsset } from './brand-asset.ts';
import { readColour } from '@wattle/contract/brands/contrast.ts';

/**
 * Shape of an icon. `any`: a square with rounded corners. `maskable`: a full square, with the logo inside the circle
 * (80 % of the side) that no mask cuts. `touch`: a full square, whose corners iOS rounds.
 */
type Shape = { readonly side: number; readonly purpose: 'any' | 'maskable' | 'touch'; readonly logoShare: number };

/** Icons of the installed app, by the name of their file. */
export const APP_ICONS: Readonly<Record<string, Shape>> = {
  'icon-192.png': { side: 192, purpose: 'any', logoShare: 0.6 },
  'icon-512.png': { side: 512, purpose: 'any', logoShare: 0.6 },
  'maskable-192.png': { side: 192, purpose: 'maskable', logoShare: 0.5 },
  'maskable-512.png': { side: 512, purpose: 'maskable', logoShare: 0.5 },
  'touch-180.png': { side: 180, purpose: 'touch', logoShare: 0.6 },
};

/** Raised where icons of the same logo come out differently. */
const DRAWING = '1';
const ROUNDED_SHARE = 0.22;
const KEPT_ICONS = 100;
const WHITE = '#ffffff';

/** A card with its stripe, for a brand whose logo cannot be drawn: it has gradients, text or transformations. */
const CARD: Omit<VectorPicture, 'operators'> & { readonly shape: string } = {
  box: { x: 0, y: 0, width: 32, height: 32 },
  shape: 'M4 7h24a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-24a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM2 11v4h28v-4z',
};

const drawn = new Map<string, Buffer>();

/** Changes with everything that an icon of the brand is made of. */
export function iconVersion(brand: Brand): string {
  const parts = [DRAWING, brand.themeColour ?? '', brand.assets.get(logoOn(brand)) ?? ''];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

/** The logo for the ground of the icons. */
function logoOn({ themeColour }: Brand): string {
  return themeColour === undefined ? 'logo.svg' : 'logo-on-dark.svg';
}

/** An icon of the installed app as a PNG: the brand's logo on the brand's colour. */
export async function appIcon(ctx: AppContext, brand: Brand, name: string): Promise<Buffer | undefined> {
  const shape = Object.hasOwn(APP_ICONS, name) ? APP_ICONS[name] : undefined;
  if (!shape) return undefined;
  const key = `${brand.id}/${iconVersion(brand)}/${name}`;
  const known = drawn.get(key);
  if (known) return known;
  const logo = await readBrandAsset(ctx, brand, logoOn(brand));
  const icon = drawIcon(shape, brand.themeColour ?? WHITE, logo && readVectorPicture(logo.body.toString('utf8')));
  if (drawn.size >= KEPT_ICONS) drawn.clear();
  drawn.set(key, icon);
  return icon;
}

/** Draws an icon with the logo, or with a card if the logo cannot be drawn. */
export function drawIcon({ side, purpose, logoShare }: Shape, ground: string, logo: VectorPicture | undefined): Buffer {
  const bitmap = emptyBitmap(side, side);
  const colour = readColour(ground) ?? [255, 255, 255];
  const radius = purpose === 'any' ? side * ROUNDED_SHARE : 0;
  const whole = { scale: 1, left: 0, top: 0 };
  drawPicture(bitmap, filled(colour, square(side, radius)), whole);
  const ink = luma(colour) < 128 ? ([255, 255, 255] as const) : ([27, 36, 34] as const);
  const picture = logo ?? { box: CARD.box, operators: filled(ink, CARD.shape, 'f*') };
  const { x, y, width, height } = picture.box;
  const scale = (side * logoShare) / Math.max(width, height);
  drawPicture(bitmap, picture.operators, {
    scale,
    left: (side - width * scale) / 2 - x * scale,
    top: (side - height * scale) / 2 - y * scale,
  });
  return writePng(bitmap);
}

function filled(colour: readonly number[], shape: string, operator = 'f'): string {
  return `q ${colour.map((part) => part / 255).join(' ')} rg ${pathOperators(shape) ?? ''} ${operator} Q`;
}

function square(side: number, radius: number): string {
  const straight = side - 2 * radius;
  const corner = (dx: number, dy: number) => (radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${dx} ${dy}`);
  return [
    `M${radius} 0h${straight}${corner(radius, radius)}v${straight}${corner(-radius, radius)}`,
    `h${-straight}${corner(-radius, -radius)}v${-straight}${corner(radius, -radius)}z`,
  ].join('');
}

/** How light a colour is, from 0 to 255. */
function luma([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
