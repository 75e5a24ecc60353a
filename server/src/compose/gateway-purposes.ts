import { purposesOf } from '../features/gateway/public.ts';
import { orderPurpose } from '../features/store/public.ts';
import { cardTopupPurpose, linkPaymentPurpose } from '../features/topup/public.ts';

/** Purposes of payments by other cards. A feature adds its purpose here; the gateway settles charges by it. */
export const gatewayPurposes = purposesOf([cardTopupPurpose, linkPaymentPurpose, orderPurpose]);
