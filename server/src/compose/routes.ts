import { accessRoutes } from '../features/access/access.routes.ts';
import { accountCheckRoutes } from '../features/account-check/account-check.routes.ts';
import { activationRoutes } from '../features/activation/activation.routes.ts';
import { addressRoutes } from '../features/addresses/addresses.routes.ts';
import { alertRoutes } from '../features/alerts/alerts.routes.ts';
import { bpayRoutes } from '../features/bpay/bpay.routes.ts';
import { brandRoutes } from '../features/brands/brands.routes.ts';
import { cardRoutes } from '../features/cards/cards.routes.ts';
import { complaintRoutes } from '../features/complaints/complaints.routes.ts';
import { deviceRoutes } from '../features/devices/devices.routes.ts';
import { disputeRoutes } from '../features/disputes/disputes.routes.ts';
import { gatewayRoutes } from '../features/gateway/gateway.routes.ts';
import { identityRoutes } from '../features/identity/identity.routes.ts';
import { liveRoutes } from '../features/live-updates/live.routes.ts';
import { messageRoutes } from '../features/messages/messages.routes.ts';
import { networkRoutes } from '../features/network/network.routes.ts';
import { notificationRoutes } from '../features/notifications/notifications.routes.ts';
import { paydayRoutes } from '../features/payday/payday.routes.ts';
import { profileRoutes } from '../features/profile/profile.routes.ts';
import { resetRoutes } from '../features/reset/reset.routes.ts';
import { returnRoutes } from '../features/returns/returns.routes.ts';
import { savingsRoutes } from '../features/savings/savings.routes.ts';
import { scamRoutes } from '../features/scams/scams.routes.ts';
import { scheduleDocuments, scheduleRoutes } from '../features/schedules/schedules.routes.ts';
import { settlementRoutes } from '../features/settlement/settlement.routes.ts';
import { signUpRoutes } from '../features/signup/signup.routes.ts';
import { statementDocuments, statementRoutes } from '../features/statements/statements.routes.ts';
import { storeRoutes } from '../features/store/store.routes.ts';
import { topupDocuments, topupRoutes } from '../features/topup/topup.routes.ts';
import { transactionDocuments, transactionRoutes } from '../features/transactions/transactions.routes.ts';
import { transferDocuments, transferRoutes } from '../features/transfers/transfers.routes.ts';
import { linkLogin, verifyActivation } from '../features/activation/public.ts';
import { downloadRoutes } from '../features/downloads/public.ts';
import { handlePayment, type Route } from '../http/handle.ts';
import { paymentMethods } from './payment-methods.ts';

/** Every call that the server carries out. */
export const routes: readonly Route[] = [
  ...accessRoutes({ linkLogin, verifyActivation }),
  ...accountCheckRoutes,
  ...activationRoutes,
  ...addressRoutes,
  ...alertRoutes,
  ...bpayRoutes,
  ...brandRoutes,
  ...cardRoutes,
  ...complaintRoutes,
  ...deviceRoutes,
  ...disputeRoutes,
  ...gatewayRoutes,
  ...identityRoutes,
  ...liveRoutes,
  ...messageRoutes,
  ...networkRoutes,
  ...notificationRoutes,
  ...paydayRoutes,
  ...profileRoutes,
  ...resetRoutes,
  ...returnRoutes,
  ...savingsRoutes,
  ...scamRoutes,
  ...scheduleRoutes,
  ...settlementRoutes,
  ...signUpRoutes,
  ...statementRoutes,
  ...storeRoutes,
  ...topupRoutes,
  ...transactionRoutes,
  ...transferRoutes,
  ...paymentMethods.flatMap(({ operation, kind, lookUp }) => [
    handlePayment(operation, kind as never),
    ...(lookUp ? [lookUp] : []),
  ]),
  ...downloadRoutes([
    ...scheduleDocuments,
    ...statementDocuments,
    ...topupDocuments,
    ...transactionDocuments,
    ...transferDocuments,
  ]),
];
