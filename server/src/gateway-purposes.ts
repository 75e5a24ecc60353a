import { purposesOf } from './features/gateway/public.ts';
import { orderPurpose } from './features/store/public.ts';
import { cardTopupPurpose, linkPaymentPurpose } from './features/topup/public.ts';

/** What payments by other cards are for. A feature adds its purpose here; the gateway settles charges by it. */
export const gatewayPurposes = purposesOf([cardTopupPurpose, linkPaymentPurpose, orderPurpose]);
