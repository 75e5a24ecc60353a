import { err, ok } from '@wattle/contract/errors.ts';
import { validateMemberAccountDetail } from '@wattle/contract/signup/validate-member-account-detail.ts';
import { handlePublic } from '../../http/handle.ts';
import { foldLoginName, usernameKind } from '../access/public.ts';
import { findBrand } from '../brands/public.ts';
import { validationResult } from './sign-up.domain.ts';
import { findMember, isNameFree } from './sign-up.store.ts';

export const validateMemberAccountDetailRoute = handlePublic(
  validateMemberAccountDetail,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brandIdentifier, request.host);
    if (!brand?.settings.ShowSignupLink) return err('not_found');
    const { accountId, userName } = body;
    if (usernameKind(brand.settings.LoginMethodId, userName) === undefined) return err('required_field', 'userName');
    const place = { tenantId: brand.tenantId, brandId: brand.id };
    const facts = await ctx.database.read(brand.tenantId, async (tx) => {
      const member = await findMember(tx, place, accountId);
      if (!member) return undefined;
      return {
        isCurrent: !member.is_closed && member.holder_id !== null,
        isNameFree: await isNameFree(tx, place, foldLoginName(userName)),
        hasLogin: member.has_login,
      };
    });
    return ok({ data: { ValidationResult: validationResult(facts) } });
  },
  { rate: 'signIn' },
);
