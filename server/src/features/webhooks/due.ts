import type { AppContext } from '../../compose/context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { deliverWebhooks } from './deliver.due.ts';
import { spreadWebhooks } from './spread.due.ts';
import { stopWebhooks } from './stop.due.ts';
import { resealWebhooks, tidyWebhooks } from './tidy.due.ts';

/** The work of this feature that falls due. */
export const webhookJobs: readonly Job<AppContext>[] = [
  spreadWebhooks,
  deliverWebhooks,
  stopWebhooks,
  tidyWebhooks,
  resealWebhooks,
];
