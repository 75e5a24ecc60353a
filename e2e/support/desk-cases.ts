import { randomUUID } from 'node:crypto';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { callAs, tokenFor } from './calls.ts';
import { runSim } from './commands.ts';
import type { OwnPerson } from './own-people.ts';
import type { RunningServer } from './running-server.ts';

/** Cases of the desk, caused by the calls that the pages of cardholders make. */

/** Calls of a person who has signed in. */
export async function callsOf(server: RunningServer, { brand, username: userName, password }: OwnPerson) {
  return callAs(server, await tokenFor(server, brand, { grant_type: 'password', userName, password }));
}

type Purchase = { readonly amount: string; readonly merchant?: string };

/** A purchase that its merchant has cleared. Answers its row of the account. */
async function givenPurchase(server: RunningServer, person: OwnPerson, { amount, merchant = 'Corner Cafe' }: Purchase) {
  const card = ['--card', person.cardNumber, '--amount', amount];
  const { reference } = await runSim(server, ['purchase', ...card, '--merchant', merchant, '--mcc', '5814']);
  await runSim(server, ['clear', '--original', String(reference)]);
  const call = await callsOf(server, person);
  const { Transactions } = await call<{ Transactions: readonly { Sequence: number; Amount: number }[] }>(
    'GET',
    `transaction?accountNumber=${person.account}&count=1&skip=0`,
  );
  const [row] = Transactions;
  if (row?.Amount !== -Number(amount)) throw new Error('the purchase is not the newest row of the account');
  return row.Sequence;
}

type Disputed = Purchase & {
  readonly words?: string;
  readonly file?: { readonly name: string; readonly bytes: Buffer };
};

/** A purchase that its cardholder disputes. Answers the reference of the case. */
export async function givenDispute(server: RunningServer, person: OwnPerson, given: Disputed): Promise<string> {
  const { words = 'The parcel did not come.', file } = given;
  const Sequence = await givenPurchase(server, person, given);
  const call = await callsOf(server, person);
  const body = { accountNumber: person.account, Sequence, Reason: 'notReceived', Explanation: words };
  const opened = await call<{ DisputeId: string; Reference: string }>('POST', 'dispute/open', body);
  if (file) await addFile(server, person, opened.DisputeId, file);
  return opened.Reference;
}

async function addFile(
  server: RunningServer,
  { brand, username: userName, password }: OwnPerson,
  DisputeId: string,
  { name, bytes }: NonNullable<Disputed['file']>,
): Promise<void> {
  const token = await tokenFor(server, brand, { grant_type: 'password', userName, password });
  const fields = encodeURIComponent(JSON.stringify({ DisputeId, Name: name }));
  const answer = await fetch(`${server.url}/api/dispute/addFile`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': randomUUID(),
      'wattle-fields': fields,
    },
    body: new Uint8Array(bytes),
  });
  if (!answer.ok) throw new Error(`the file was refused: ${answer.status} ${await answer.text()}`);
}

type Paid = { readonly amount: number; readonly to: string; readonly words?: string; readonly account?: string };

/** A first payment to another bank. Answers the number of its receipt. */
export async function givenPayment(server: RunningServer, person: OwnPerson, given: Paid): Promise<string> {
  const call = await callsOf(server, person);
  const body = {
    MemberNumber: person.account,
    DestinationAccountBsb: '000-101',
    DestinationAccountNumber: given.account ?? '44172208',
    DestinationAccountName: given.to,
    Amount: given.amount,
    Purpose: 2,
    DescriptionRecipient: given.words ?? 'Bond',
  };
  const Content = paymentProof(transferExternal.name, transferExternal.body.parse(body));
  const proof = { Purpose: 'payment', Content, Method: 'password', currentpassword: person.password };
  await call('POST', 'stepUp/Give', proof);
  return (await call<{ ReceiptNumber: string }>('POST', transferExternal.path, body)).ReceiptNumber;
}

/** A payment that its payer reports as a scam or as gone to the wrong account. Answers the reference of the case. */
export async function givenReport(
  server: RunningServer,
  person: OwnPerson,
  kind: 'reportScam' | 'reportMistakenPayment',
  receiptNumber: string,
): Promise<string> {
  const call = await callsOf(server, person);
  const body = { accountNumber: person.account, receiptNumber };
  return (await call<{ Reference: string }>('POST', `transfer/${kind}`, body)).Reference;
}
