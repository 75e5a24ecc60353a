import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import type { TestApp } from './app.ts';
import type { TestContext } from './processes/database.ts';
import type { TestWebAccount } from './factories.ts';
import { type Headers, postApi } from './signed-in.ts';

/** Saved payees in the list of a caller; internal ones by default. */
export async function payeesOf(test: TestApp, headers: Headers, PayeeType: number = 2): Promise<SavedPayee[]> {
  return (await postApi(test, 'transfer/getPayees', headers, { PayeeType })).json().Payees;
}

/** `ok`, or code and field of a refusal. */
export function outcomeOf(response: Awaited<ReturnType<typeof postApi>>): 'ok' | [code: string, field: string] {
  return response.statusCode === 200 ? 'ok' : [response.json().error[0], response.json().field];
}

/** Saves 99 payees with accounts of no holder, one below the maximum. */
export async function given99Payees(ctx: TestContext, { id, brand }: TestWebAccount): Promise<void> {
  await ctx.asOwner(
    `INSERT INTO payee (id, tenant_id, web_account_id, type, name, bsb, account_number)
     SELECT gen_random_uuid(), $1, $2, 2, 'P', '', n::text FROM generate_series(1, 99) AS n`,
    [brand.tenantId, id],
  );
}
