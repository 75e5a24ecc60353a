import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import { rulesOf } from '../../config/mode.ts';
import { stagingWords } from '../../platform/text/staging-words.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Look } from '../../documents/pdf/pdf-document.ts';
import { readVectorPicture } from '../../documents/pdf/vector-picture.domain.ts';
import type { Brand } from './brand-settings.ts';
import { readBrandAsset } from './brand-asset.ts';
import { contrast, readColour } from '@wattle/contract/brands/contrast.ts';

const PAPER = [255, 255, 255] as const;
const INK = '#1b2422';
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;

/** Look of a brand's documents: its name, its logo where that is simple, and its colour where that is readable. */
export async function documentLook(ctx: AppContext, brand: Brand): Promise<Look> {
  const logo = await readBrandAsset(ctx, brand, 'logo.svg');
  const colour = readColour(brand.themeColour ?? '');
  const isReadable = colour !== undefined && contrast(colour, PAPER) >= LEAST_CONTRAST;
  return {
    name: brand.name,
    colour: isReadable ? `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}` : INK,
    logo: logo && readVectorPicture(logo.body.toString('utf8')),
    mark: rulesOf(ctx.config.mode).isRehearsal ? inEachLanguage((one) => stagingWords(one).document) : undefined,
  };
}
