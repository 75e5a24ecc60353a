import { randomUUID } from 'node:crypto';
import { transferExternal } from '@wattle/contract/transfers/external/transfer-external.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import type { WebPerson } from './people.ts';
import type { RunningServer } from './running-server.ts';

type Scheduled = { readonly from: string; readonly name: string; readonly dollars: number; readonly day: string };

/** Somebody signs in by the calls of the sign-in and schedules payments to bank accounts that they have not paid before. */
export async function givenScheduled(
  server: RunningServer,
  { brand, username, password }: WebPerson,
  payments: readonly Scheduled[],
): Promise<void> {
  const api = `${server.url}/api`;
  const { BrandId, TenantId } = (await (await fetch(`${api}/brand/${brand}`)).json()) as Record<string, unknown>;
  const form = new URLSearchParams({
    grant_type: 'password',
    brand,
    brandId: String(BrandId),
    tenantId: String(TenantId),
    userName: username,
    password,
  });
  const opened = await fetch(`${api}/token`, { method: 'POST', body: form });
  const { access_token: token } = (await opened.json()) as { access_token: string };
  const post = async (path: string, body: object) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    };
    const response = await fetch(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  };
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
    await post('stepUp/Give', { Purpose: 'payment', Content, Method: 'password', currentpassword: password });
    await post(transferExternal.path, body);
  }
}
