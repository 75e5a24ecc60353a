import type { ProofContent } from '../access/step-up/step-up.ts';
import type { BodyOf } from '../operation.ts';
import { returnFund } from '../returns/return-fund.ts';

/**
 * What a person agrees to who pays: the call's name and everything that its body says. Made of the parsed body, so
 * that both sides write each part alike.
 */
export function paymentProof(kind: string, body: Readonly<Record<string, unknown>>): ProofContent {
  const said = Object.entries(body).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return { kind, ...Object.fromEntries(said.map(([name, value]) => [name, textOf(name, value)])) };
}

function textOf(name: string, value: unknown): string {
  return name.toLowerCase() === 'amount' ? Number(value).toFixed(2) : String(value);
}

/**
 * What a person agrees to who returns funds. `dollars` is everything on the account: the body of the call does not
 * name it.
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
