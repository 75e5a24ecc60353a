import { deliverDue } from '../src/features/messages/deliver-messages.due.ts';
import type { RequestedTemplate } from '../src/features/messages/message.types.ts';
import { queueRequested } from '../src/features/messages/queue-message.ts';
import type { TestBrand } from './factories.ts';
import type { TestContext } from './processes/database.ts';

let serial = 0;

type Unsent = {
  readonly code: string;
  readonly to: string;
  readonly template?: RequestedTemplate;
  /** Security time at which the code ends. */
  readonly expiresAt?: number;
  readonly dedupKey?: string;
};

/** A text message with a code that died in production because texts were off. */
export async function withChannelOff(
  ctx: TestContext,
  { tenantId, id: brandId }: Pick<TestBrand, 'tenantId' | 'id'>,
  { code, to, template = 'firstActivationCode', expiresAt, dedupKey }: Unsent,
): Promise<void> {
  serial += 1;
  await ctx.database.transact(tenantId, (tx) =>
    queueRequested(tx, ctx, {
      tenantId,
      brandId,
      holderId: null,
      channel: 'sms',
      to,
      template,
      language: 'enAU',
      params: { code, firstName: 'Mia' },
      dedupKey: dedupKey ?? `unsent:${serial}`,
      ...(expiresAt !== undefined && { expiresAt }),
    }),
  );
  const production = { ...ctx, config: { ...ctx.config, mode: 'production' as const } };
  await deliverDue(production, { email: undefined, sms: undefined, push: undefined });
}
