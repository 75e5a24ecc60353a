import { ok } from '@wattle/contract/errors.ts';
import { getTitles } from '@wattle/contract/profile/get-titles.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { handlePublic } from '../../http/handle.ts';
import { productTexts } from '../../platform/texts.ts';
import { TITLES } from './titles.domain.ts';

export const getTitlesRoute = handlePublic(getTitles, async ({ query }) => {
  const words = productTexts(query.language ?? DEFAULT_LANGUAGE, 'profile');
  return ok({ Titles: TITLES.map((value) => ({ value, text: words[`title.${value}`] ?? value })) });
});
