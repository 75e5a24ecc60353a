import { randomUUID } from 'node:crypto';
import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';

async function givenStatement({ ctx }: World, { card }: Caller): Promise<string> {
  const id = randomUUID();
  await ctx.asOwner('DELETE FROM statement WHERE member_account_id = $1', [card.account.id]);
  await ctx.asOwner(
    `INSERT INTO statement (id, tenant_id, member_account_id, first_day, last_day, after_seq, last_seq, opening, closing,
                            language, body, digest, made_at)
     VALUES ($1, $2, $3, '2026-01-01', '2026-01-31', 0, 0, 0, 0, 'enAU', '', sha256(''), now())`,
    [id, card.brand.tenantId, card.account.id],
  );
  return id;
}

export const ownership: FeatureOwnership = {
  things: { statement: { make: givenStatement, refusal: NOT_FOUND } },
  calls: {
    // A year without interest has no summary, which only the owner can find out.
    getTaxSummary: { body: { startYear: 2024 }, answer: NOT_FOUND },
  },
};
