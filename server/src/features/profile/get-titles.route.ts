import { ok } from '@wattle/contract/errors.ts';
import { getTitles } from '@wattle/contract/profile/get-titles.ts';
import { handlePublic } from '../../http/handle.ts';
import { TITLES } from './titles.domain.ts';

export const getTitlesRoute = handlePublic(getTitles, async ({ query }) => {
  const language = query.language ?? 'enAU';
  return ok({ Titles: TITLES.map((title) => ({ value: title.value, text: title[language] })) });
});
