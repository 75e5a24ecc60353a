/**
 * Notices of mail providers, written from their pages as read on 29 November 2026:
 *
 * - docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 * - docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 * - docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html
 * - postmarkapp.com/developer/webhooks/bounce-webhook, spam-complaint-webhook, delivery-webhook,
 *   subscription-change-webhook, smtp-api-error
 * - postmarkapp.com/developer/api/bounce-api, "Bounce types"
 */
export const OUR_ID = '5f0c6a3e-0000-4000-8000-000000000001';
export const SES_ID = '010e019ab2c3d4e5-1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d-000000';

type Fields = Readonly<Record<string, unknown>>;

/** The message as SES names it. Identity notifications have headers only where that is switched on. */
const sesMail = (hasHeaders: boolean) => ({
  timestamp: '2026-11-29T03:00:00.000Z',
  source: 'no-reply@cards.example',
  sourceArn: 'arn:aws:ses:ap-southeast-2:123456789012:identity/cards.example',
  sendingAccountId: '123456789012',
  messageId: SES_ID,
  destination: ['amelia.chen@example.com'],
  ...(hasHeaders && {
    headersTruncated: false,
    headers: [
      { name: 'From', value: 'Harbour Mutual <no-reply@cards.example>' },
      { name: 'Message-ID', value: `<${OUR_ID}@cards.example>` },
      { name: 'Subject', value: 'Your code' },
    ],
    commonHeaders: { from: ['Harbour Mutual <no-reply@cards.example>'], messageId: SES_ID, subject: 'Your code' },
  }),
});

/** An event that a configuration set publishes. */
export const sesEvent = (eventType: string, about: Fields = {}) =>
  JSON.stringify({ eventType, mail: { ...sesMail(true), tags: { 'ses:configuration-set': ['wattle'] } }, ...about });

/** A notification that is set at an identity. */
export const sesIdentityNotice = (notificationType: string, about: Fields = {}) =>
  JSON.stringify({ notificationType, mail: sesMail(false), ...about });

export const SES_FEEDBACK_ID = '010e019ab2c3d4e6-0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d-000000';

export const sesBounce = (bounceType: string, bounceSubType: string, status?: string) => ({
  bounce: {
    bounceType,
    bounceSubType,
    bouncedRecipients: [
      {
        emailAddress: 'amelia.chen@example.com',
        ...(status !== undefined && { action: 'failed', status, diagnosticCode: `smtp; 550 ${status} refused` }),
      },
    ],
    timestamp: '2026-11-29T03:00:04.000Z',
    feedbackId: SES_FEEDBACK_ID,
    reportingMTA: 'dns; mail.example.com',
  },
});

export const sesComplaint = (complaintFeedbackType: string | null, complaintSubType: string | null = null) => ({
  complaint: {
    complainedRecipients: [{ emailAddress: 'amelia.chen@example.com' }],
    timestamp: '2026-11-29T09:00:00.000Z',
    feedbackId: SES_FEEDBACK_ID,
    complaintSubType,
    ...(complaintFeedbackType !== null && { userAgent: 'Mail/1.0', complaintFeedbackType }),
  },
});

const POSTMARK_ID = '00000000-1111-4222-8333-444444444444';
const postmark = {
  MessageStream: 'outbound',
  MessageID: POSTMARK_ID,
  Metadata: { message: OUR_ID },
  ServerID: 23,
  Tag: '',
};

/** Types with their codes. */
export const POSTMARK_BOUNCES = {
  HardBounce: 1,
  Transient: 2,
  Unsubscribe: 16,
  Subscribe: 32,
  AutoResponder: 64,
  AddressChange: 128,
  DnsError: 256,
  SpamNotification: 512,
  OpenRelayTest: 1024,
  Unknown: 2048,
  SoftBounce: 4096,
  VirusNotification: 8192,
  ChallengeVerification: 16384,
  BadEmailAddress: 100000,
  SpamComplaint: 100001,
  ManuallyDeactivated: 100002,
  Unconfirmed: 100003,
  Blocked: 100006,
  SMTPApiError: 100007,
  InboundError: 100008,
  DMARCPolicy: 100009,
  TemplateRenderingFailed: 100010,
} as const;

export const postmarkBounce = (type: keyof typeof POSTMARK_BOUNCES, changed: Fields = {}) => ({
  ...postmark,
  RecordType: 'Bounce',
  ID: 4323372036854776000,
  Type: type,
  TypeCode: POSTMARK_BOUNCES[type],
  Name: type,
  Description: 'The server was unable to deliver your message',
  Details: 'smtp;550 5.1.1 refused',
  Email: 'amelia.chen@example.com',
  From: 'no-reply@cards.example',
  BouncedAt: '2026-11-29T03:00:04Z',
  DumpAvailable: true,
  Inactive: false,
  CanActivate: true,
  Subject: 'Your code',
  ...changed,
});

export const postmarkComplaint = {
  ...postmarkBounce('SpamComplaint', { Details: 'complaint', Inactive: true, CanActivate: false }),
  RecordType: 'SpamComplaint',
  ID: 42,
  TypeCode: 512,
};

export const postmarkDelivery = {
  ...postmark,
  RecordType: 'Delivery',
  Recipient: 'amelia.chen@example.com',
  DeliveredAt: '2026-11-29T03:00:02Z',
  Details: 'smtp;250 2.0.0 OK',
};

export const postmarkChange = (changed: Fields = {}) => ({
  ...postmark,
  RecordType: 'SubscriptionChange',
  ChangedAt: '2026-11-29T10:00:00Z',
  Recipient: 'amelia.chen@example.com',
  Origin: 'Recipient',
  SuppressSending: true,
  SuppressionReason: 'ManualSuppression',
  ...changed,
});
