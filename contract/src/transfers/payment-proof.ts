import type { ProofContent } from '../access/step-up/step-up.ts';
import type { BodyOf } from '../operation.ts';
import { returnFund } from './return-funds/return-fund.ts';

/**
 * What a person agrees to who returns funds. `dollars` is everything on the account: the body of the call does not
 * name it. Made of the parsed body, so that both sides write each part alike.
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
