import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { takeNotices } from './notices.ts';
import { refundCharges } from './refunds.due.ts';
import { forgetCards } from './saved-cards/forget-cards.due.ts';
import { sandboxNotices } from './sandbox-notices.due.ts';
import { tidyGateway } from './tidy-gateway.due.ts';
import { watchPayments } from './watch.due.ts';

/** The work of this feature that falls due. */
export const gatewayJobs = (outside: AppContext['outside']): readonly Job<AppContext>[] => [
  watchPayments,
  takeNotices,
  refundCharges,
  tidyGateway,
  forgetCards,
  ...(outside.sandboxGateway ? [sandboxNotices] : []),
];
