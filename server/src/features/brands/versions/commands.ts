import type { DeskCommand } from '../../desk/public.ts';
import { brandPreviewCommand } from './brand-preview.desk.ts';
import { brandPicturesCommand, brandValuesCommand, brandWordsCommand } from './brand-values.desk.ts';
import { brandsCommand, brandVersionsCommand } from './brands.desk.ts';
import { checkBrandCommand, compareBrandCommand } from './check-brand.desk.ts';
import { draftBrandCommand, draftBrandPictureCommand, dropBrandDraftCommand } from './draft-brand.desk.ts';
import { tryBrandLinksCommand } from './try-links.desk.ts';
import { publishBrandCommand } from './publish-brand.desk.ts';

/** Commands of the brands of a programme. */
export const brandCommands = [
  brandsCommand,
  brandVersionsCommand,
  brandValuesCommand,
  brandWordsCommand,
  brandPicturesCommand,
  brandPreviewCommand,
  checkBrandCommand,
  compareBrandCommand,
  tryBrandLinksCommand,
  draftBrandCommand,
  draftBrandPictureCommand,
  dropBrandDraftCommand,
  publishBrandCommand,
] as const satisfies readonly DeskCommand[];
