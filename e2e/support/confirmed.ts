import { setTimeout as pause } from 'node:timers/promises';
import type { InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { callAs, tokenFor } from './calls.ts';
import type { OwnPerson } from './own-people.ts';
import type { RunningServer } from './running-server.ts';

const GIVE_UP_MS = 20_000;

/** Code in the latest message to an address. Due work sends messages a moment after their event. */
async function codeSentTo(server: RunningServer, { brand, email }: OwnPerson): Promise<string> {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const inbox = await fetch(`${server.url}/api/sandbox/inbox?brand=${brand}`);
    const { Messages } = (await inbox.json()) as { Messages: readonly InboxMessage[] };
    const codes = Messages.filter(({ Recipient }) => Recipient === email).map(
      ({ Text }) => /\b\d{6}\b/.exec(Text)?.[0],
    );
    const code = codes.find((found) => found !== undefined);
    if (code !== undefined) return code;
    if (Date.now() > giveUpAt) throw new Error(`No code came to ${email}`);
    await pause(100);
  }
}

/** Confirms the email address of a new login with the code sent to it. */
export async function confirmEmail(server: RunningServer, person: OwnPerson): Promise<void> {
  const { brand, username, password } = person;
  const token = await tokenFor(server, brand, { grant_type: 'password', userName: username, password });
  const code = await codeSentTo(server, person);
  await callAs(server, token)('POST', 'onlineAccount/ConfirmContact', { Channel: 'email', code });
}
