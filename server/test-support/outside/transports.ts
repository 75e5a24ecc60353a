import type { Delivery } from '../../src/outside/delivery.ts';
import { DELIVERED } from '../../src/outside/delivery.ts';
import type { Mail } from '../../src/outside/mail/port.ts';
import type { PushNotice } from '../../src/outside/push/port.ts';
import type { Sms } from '../../src/outside/sms/port.ts';
import type { Transports } from '../../src/outside/transports.ts';

type Channel = keyof Transports;

export type RecordingTransports = {
  readonly transports: Transports;
  readonly mails: readonly Mail[];
  readonly texts: readonly Sms[];
  readonly notices: readonly PushNotice[];
};

/** Records messages and returns results set by the test; delivered by default. */
export function givenTransports(
  answer: (channel: Channel) => Delivery | Promise<Delivery> = () => DELIVERED,
): RecordingTransports {
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const notices: PushNotice[] = [];
  const into =
    <T>(channel: Channel, list: T[]) =>
    async (item: T) => {
      list.push(item);
      return answer(channel);
    };
  return {
    transports: {
      email: { send: into('email', mails), close: () => {} },
      sms: { send: into('sms', texts) },
      push: { send: into('push', notices) },
    },
    mails,
    texts,
    notices,
  };
}
