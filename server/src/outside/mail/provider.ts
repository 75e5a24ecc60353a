import type { ReadReceipts } from '../receipt.ts';

/** Sends the mail that the server of `WATTLE_SMTP_URL` accepts, and reports later what became of it. */
export type MailProvider = {
  /** Headers of a message for the provider. */
  headersOf(messageId: string): Readonly<Record<string, string>>;
  /** The provider's id of a message that the server accepted with this reply. Undefined: the reply has none. */
  idIn(reply: string): string | undefined;
  readonly readReceipts: ReadReceipts;
};

export type MailProviderSettings =
  | {
      readonly kind: 'ses';
      /** The topic of SNS to which Amazon SES publishes. */
      readonly topicArn: string;
      readonly configurationSet: string | undefined;
    }
  | {
      readonly kind: 'postmark';
      /** Any of them may be in a call, so that one can be replaced. */
      readonly hookKeys: readonly string[];
      readonly stream: string | undefined;
    };
