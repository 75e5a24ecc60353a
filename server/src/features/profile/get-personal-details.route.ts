import { ok } from '@wattle/contract/errors.ts';
import { getPersonalDetails } from '@wattle/contract/profile/get-personal-details.ts';
import { handleRead } from '../../http/handle.ts';
import { findBrandById } from '../brands/public.ts';
import { readOwnProfile } from './own-profile.ts';
import { toPersonalDetails } from './profile.view.ts';
import { securityQuestionText } from './security-question.ts';

export const getPersonalDetailsRoute = handleRead(getPersonalDetails, async ({ tx, ctx, session }) => {
  const row = await readOwnProfile(tx, session);
  const brand = await findBrandById(ctx, session.brandId);
  const { security_question: number } = row;
  return ok(toPersonalDetails(row, number === null ? null : securityQuestionText(brand, row.language, number)));
});
