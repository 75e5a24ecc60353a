import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { personName } from '../profile/person-name.ts';
import { carriedBy } from '../proof.ts';
import { EMAIL_ADDRESS } from '../rules/email-address.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { mobileNumber } from '../rules/mobile-number.ts';
import { sentFile } from '../sent-file.ts';
import { transaction } from '../transactions/transaction.ts';
import { typed } from '../typed.ts';
import { accountNumber, brandIdentifier, instant } from '../wire.ts';

/** Subjects of complaints. */
export const COMPLAINT_SUBJECTS = ['payment', 'card', 'fee', 'treatment', 'other'] as const;
const subject = z.enum(COMPLAINT_SUBJECTS, 'required');
export type ComplaintSubject = z.output<typeof subject>;

/**
 * States of a complaint. Received: staff have not replied yet. Working: it was acknowledged. Answered: the
 * programme has given its answer. Closed: the person has accepted an answer or a solution. WithAfca: AFCA decides it.
 */
export const COMPLAINT_STATES = ['Received', 'Working', 'Answered', 'WithAfca', 'Closed', 'Withdrawn'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

/** Outcomes of an answer, for the complainant. */
export const COMPLAINT_OUTCOMES = ['upheld', 'part', 'notUpheld'] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** Ways in which a person hears of each step. */
export const COMPLAINT_WAYS = ['email', 'sms'] as const;
export type ComplaintWay = (typeof COMPLAINT_WAYS)[number];

/** Ways of a signed-in person: `portal` is for those without any contact on record. */
export const COMPLAINT_OWN_WAYS = [...COMPLAINT_WAYS, 'portal'] as const;
export type ComplaintOwnWay = (typeof COMPLAINT_OWN_WAYS)[number];

/** Ways of a complaint that staff have taken: `phone` sends nothing, and staff call. */
export const COMPLAINT_DESK_WAYS = [...COMPLAINT_WAYS, 'phone'] as const;

const anyWay = z.enum([...COMPLAINT_OWN_WAYS, 'phone']);
export type ComplaintAnyWay = z.output<typeof anyWay>;

/** How a person ends their complaint: it is settled for them, or they withdraw it. */
export const COMPLAINT_ENDINGS = ['settled', 'withdrawn'] as const;
export type ComplaintEnding = (typeof COMPLAINT_ENDINGS)[number];

/** Characters of the words of a complaint or of a message. */
export const COMPLAINT_TEXT_MAXIMUM = 1000;
/** Characters of what would put it right. */
export const COMPLAINT_WISH_MAXIMUM = 200;
/** Files of one complaint. */
export const COMPLAINT_FILES_MAXIMUM = 10;

const words = z
  .string('required')
  .check(typed.message(), z.minLength(1, 'required'), z.maxLength(COMPLAINT_TEXT_MAXIMUM, 'required'));
const wish = z.string().check(typed.line(), z.maxLength(COMPLAINT_WISH_MAXIMUM, 'required'));
const complaintId = z.string('required').check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'required'));
const ending = z.enum(COMPLAINT_ENDINGS, 'required');

/** Secret part of a link that is sent to a complainant who has no sign-in. */
const followToken = z.string('required').check(z.regex(/^[\w-]{43}$/, 'required'));

/** A complaint, as the person who made it sees it. */
export const complaint = z.object({
  ComplaintId: z.string(),
  /** Reference that the person quotes, in the form of receipt numbers. */
  Reference: z.string(),
  Subject: subject,
  Words: z.string(),
  /** The solution that the person asks for; empty: nothing was said. */
  Wish: z.string(),
  State: z.enum(COMPLAINT_STATES),
  /** Null until it is answered. */
  Outcome: z.nullable(z.enum(COMPLAINT_OUTCOMES)),
  Way: anyWay,
  /** Masked address of the messages; empty: none are sent. */
  To: z.string(),
  /** First name of the member of staff who looks into it; null: no one yet. */
  Handler: z.nullable(z.string()),
  OpenedAt: instant,
  /** The latest moment for the first reply. */
  AcknowledgeBy: instant,
  /** The last day for the answer. */
  AnswerBy: z.string(),
  AcknowledgedAt: z.nullable(instant),
  AnsweredAt: z.nullable(instant),
  /** When it was closed or withdrawn; null: it was not. */
  EndedAt: z.nullable(instant),
  Messages: z.array(z.object({ IsFromUs: z.boolean(), Text: z.string(), At: instant })),
  Files: z.array(z.object({ FileId: z.string(), Name: z.string(), Size: z.number() })),
  /** The posted row that it is about; null: none was chosen. */
  Transaction: z.nullable(transaction),
});
export type Complaint = z.output<typeof complaint>;

/** Complaints of the caller, newest first, and the ways in which a new one can be answered. */
export const getComplaints = operation({
  name: 'getComplaints',
  method: 'GET',
  path: 'complaint/list',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Complaints of the caller',
  response: z.object({
    Complaints: z.array(complaint),
    /** Contacts on record, masked; `portal` alone where there are none. */
    Ways: z.array(z.object({ Way: z.enum(COMPLAINT_OWN_WAYS), To: z.string() })),
    /** The times of a complaint that is made now. */
    AcknowledgeBy: instant,
    AnswerBy: z.string(),
  }),
});

/** Makes a complaint. */
export const openComplaint = operation({
  name: 'openComplaint',
  method: 'POST',
  path: 'complaint/open',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'Make a complaint',
  body: z.object({
    Subject: subject,
    Words: words,
    Wish: wish,
    Way: z.enum(COMPLAINT_OWN_WAYS, 'required'),
    /** The posted row that it is about, of an account that the caller sees. Both or neither. */
    accountNumber: z.optional(accountNumber),
    Sequence: z.optional(z.int('required').check(z.minimum(1, 'required'))),
  }),
  response: complaint,
  errors: ['required_field', 'too_many_requests', 'invalid_card_details', 'not_found'],
  errorFields: { required_field: 'Way' },
});

/** Writes to the staff who look into a complaint. */
export const answerComplaint = operation({
  name: 'answerComplaint',
  method: 'POST',
  path: 'complaint/answer',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { ComplaintId: 'complaint' },
  summary: 'Write to those who look into a complaint',
  body: z.object({ ComplaintId: complaintId, Text: words }),
  response: complaint,
  errors: ['not_found', 'complaint_closed'],
});

/** Adds a file to a complaint. */
export const addComplaintFile = operation({
  name: 'addComplaintFile',
  method: 'POST',
  path: 'complaint/addFile',
  encoding: 'bytes',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { ComplaintId: 'complaint' },
  summary: 'Add a file to a complaint',
  body: z.object({ ComplaintId: complaintId, ...sentFile }),
  response: complaint,
  errors: ['not_found', 'complaint_closed', 'file_refused'],
});

/** Ends a complaint: it is settled for its person, or withdrawn. */
export const endComplaint = operation({
  name: 'endComplaint',
  method: 'POST',
  path: 'complaint/end',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { ComplaintId: 'complaint' },
  summary: 'End a complaint as settled or withdrawn',
  body: z.object({ ComplaintId: complaintId, How: ending }),
  response: complaint,
  errors: ['not_found', 'complaint_closed'],
});

/**
 * Makes a complaint without an account. One acknowledgement goes to the contact, with a link. Nothing else is sent to
 * the contact until its owner has opened that link.
 */
export const sendComplaint = operation({
  name: 'sendComplaint',
  method: 'POST',
  path: 'complaint/send',
  auth: 'public',
  proof: 'none',
  summary: 'Make a complaint without an account',
  body: z.object({
    brand: z.optional(brandIdentifier),
    Language: z.enum(LANGUAGES),
    Name: personName,
    Way: z.enum(COMPLAINT_WAYS, 'required'),
    /** Address for the way `email`. */
    Email: z.optional(
      z
        .string()
        .check(
          typed.email(),
          z.minLength(1, 'required'),
          z.maxLength(100, 'invalidEmailAddressFormat'),
          z.regex(EMAIL_ADDRESS, 'invalidEmailAddressFormat'),
        ),
    ),
    /** Number for the way `sms`. */
    Mobile: z.optional(mobileNumber),
    Subject: subject,
    Words: words,
    Wish: wish,
  }),
  response: z.object({ Reference: z.string(), AcknowledgeBy: instant, AnswerBy: z.string() }),
  errors: ['not_found', 'required_field', 'landline_given'],
  errorFields: { landline_given: 'Mobile' },
});

/** Shows a complaint by the link that was sent to its person, which confirms their contact. */
export const followComplaint = operation({
  name: 'followComplaint',
  method: 'POST',
  path: 'complaint/follow',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'A complaint, by the link that was sent',
  body: z.object({ Token: followToken }),
  response: complaint,
  errors: ['token_invalid'],
});

/** Writes about a complaint by the link that was sent to its person. */
export const answerFollowedComplaint = operation({
  name: 'answerFollowedComplaint',
  method: 'POST',
  path: 'complaint/followAnswer',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'Write about a complaint, by the link that was sent',
  body: z.object({ Token: followToken, Text: words }),
  response: complaint,
  errors: ['token_invalid', 'complaint_closed'],
});

/** Ends a complaint by the link that was sent to its person. */
export const endFollowedComplaint = operation({
  name: 'endFollowedComplaint',
  method: 'POST',
  path: 'complaint/followEnd',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'End a complaint as settled or withdrawn, by the link that was sent',
  body: z.object({ Token: followToken, How: ending }),
  response: complaint,
  errors: ['token_invalid', 'complaint_closed'],
});
