import type { ProofContent } from '../access/step-up.ts';
import type { BodyOf } from '../operation.ts';
import { returnFund } from '../returns/returns.ts';

/**
 * Content that a payer agrees to: the call's name and every field of its body. It is made of the parsed body, so that
 * both sides format each part the same way.
 */
export function paymentProof(kind: string, body: Readonly<Record<string, unknown>>): ProofContent {
  const said = Object.entries(body).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return { kind, ...Object.fromEntries(said.map(([name, value]) => [name, textOf(name, value)])) };
}

function textOf(name: string, value: unknown): string {
  return name.toLowerCase() === 'amount' ? Number(value).toFixed(2) : String(value);
}

/**
 * Content that a person agrees to when returning funds. `dollars` is the whole balance of the account, which the body
 * of the call does not name.
 */
export function returnFundProof(body: BodyOf<typeof returnFund>, dollars: number): ProofContent {
  return {
    kind: returnFund.name,
    from: body.SourceAccountNumber,
    bsb: body.DestinationBsb,
    accountNumber: body.DestinationAccountNumber,
    name: body.DestinationAccountName,
    amount: dollars.toFixed(2),
  };
}
