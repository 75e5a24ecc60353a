import { setTaxFileNumber } from '@wattle/contract/activation/tax-file-number.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { MASKED_TAX_FILE_NUMBER } from '@wattle/contract/rules/tax-file-number.ts';
import type { AppContext } from '../../compose/context.ts';
import { handle } from '../../http/handle.ts';
import { monthAt } from '../../platform/time/clock.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { actorOf } from './actor.ts';
import { admitStep } from './admit-step.ts';
import { saveHolderTaxFile, saveTaxFile, type TaxFile } from './activation.store.ts';
import { findTaxedHolder } from './activate-card.store.ts';

/** Stored form: the number encrypted under the id of its row, the code of an exemption, or that it was put off. */
function taxFileOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  body: BodyOf<typeof setTaxFileNumber>,
  rowId: bigint,
): TaxFile {
  if (body.Kind === 'notNow') return { kind: 'notNow' };
  if (body.Kind === 'exemption') return { kind: 'exemption', code: body.ExemptionCode };
  return { kind: 'number', ...secrets.encrypt(body.TaxFileNumber, 'tfn', rowId) };
}

/** Whether the masked form of a known number was sent back, which changes nothing. */
function isMasked(body: BodyOf<typeof setTaxFileNumber>): boolean {
  return body.Kind === 'number' && body.TaxFileNumber === MASKED_TAX_FILE_NUMBER;
}

function sameNumber(isKnown: boolean) {
  return isKnown ? ok({ IsSuccessful: true as const }) : err('required_field', 'TaxFileNumber');
}

export const setTaxFileNumberRoute = handle(setTaxFileNumber, async (input) => {
  const { body, session, tx, ctx, request } = input;
  const line = { tenantId: session.tenantId, actor: actorOf(session), requestId: request.id, outcome: 'ok' };
  if (session.scope === 'verifyactivation') {
    const admitted = await admitStep(input, setTaxFileNumber, 'taxFile');
    if (!admitted.ok) return admitted;
    const row = admitted.value;
    if (isMasked(body)) return sameNumber(row.tfn_cipher !== null);
    await saveTaxFile(tx, row, taxFileOf(ctx, body, row.card_id));
    audit(tx, ctx.clocks, { ...line, action: 'activation.tax_file', object: `card:${row.card_id}` });
    return ok({ IsSuccessful: true as const });
  }
  // A nominee has no tax file for this account, and an account without interest needs none.
  const holder = await findTaxedHolder(tx, session, monthAt(ctx.clocks.business.now()));
  if (!holder) return err('card_problem');
  if (isMasked(body)) return sameNumber(holder.has_tfn);
  const { id: holderId } = holder;
  if (body.Kind !== 'notNow') {
    await saveHolderTaxFile(tx, session.tenantId, holderId, taxFileOf(ctx, body, holderId));
    audit(tx, ctx.clocks, { ...line, action: 'holder.tax_file_set', object: `holder:${holderId}` });
  }
  return ok({ IsSuccessful: true as const });
});
