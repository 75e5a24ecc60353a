import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { callAs, tokenFor } from './calls.ts';
import type { WebPerson } from './people.ts';
import type { RunningServer } from './running-server.ts';

type Scheduled = { readonly from: string; readonly name: string; readonly dollars: number; readonly day: string };

/** Signs a person in by calls and schedules payments to new bank accounts. */
export async function givenScheduled(
  server: RunningServer,
  { brand, username, password }: WebPerson,
  payments: readonly Scheduled[],
): Promise<void> {
  const token = await tokenFor(server, brand, { grant_type: 'password', userName: username, password });
  const call = callAs(server, token);
  for (const { from, name, dollars, day } of payments) {
    const body = {
      MemberNumber: from,
      DestinationAccountBsb: '000-101',
      DestinationAccountNumber: '44172208',
      DestinationAccountName: name,
      Amount: dollars,
      Purpose: 2,
      DescriptionRecipient: 'Bond',
      PaymentFrequency: 21 as const,
      FutureDate: day,
    };
    const Content = paymentProof(transferExternal.name, transferExternal.body.parse(body));
    await call('POST', 'stepUp/Give', { Purpose: 'payment', Content, Method: 'password', currentpassword: password });
    await call('POST', transferExternal.path, body);
  }
}
