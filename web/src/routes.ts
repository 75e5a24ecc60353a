import { accountCheckRoutes } from './features/account-check/routes.ts';
import { accessRoutes } from './features/access/routes.ts';
import { activationRoutes } from './features/activation/routes.ts';
import { alertRoutes } from './features/alerts/routes.ts';
import { cardRoutes } from './features/cards/routes.ts';
import { complaintRoutes } from './features/complaints/routes.ts';
import { disputeRoutes } from './features/disputes/routes.ts';
import { homeRoutes } from './features/home/routes.ts';
import { identityRoutes } from './features/identity/routes.ts';
import { infoRoutes } from './features/info/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { resetRoutes } from './features/reset/routes.ts';
import { returnRoutes } from './features/returns/routes.ts';
import { sandboxRoutes } from './features/sandbox/routes.ts';
import { scamRoutes } from './features/scams/routes.ts';
import { scheduleRoutes } from './features/schedules/routes.ts';
import { signUpRoutes } from './features/signup/routes.ts';
import { paydayRoutes } from './features/payday/routes.ts';
import { savingsRoutes } from './features/savings/routes.ts';
import { statementRoutes } from './features/statements/routes.ts';
import { storeRoutes } from './features/store/routes.ts';
import { topupRoutes } from './features/topup/routes.ts';
import { transactionRoutes } from './features/transactions/routes.ts';
import { transferRoutes } from './features/transfers/routes.ts';
import { paths } from './paths.ts';
import type { AppRoute } from './router/app-route.ts';
import { currentSession } from './session/session.ts';

const ROUTES: readonly AppRoute[] = [
  ...homeRoutes,
  ...notificationRoutes,
  ...cardRoutes,
  ...alertRoutes,
  ...transactionRoutes,
  ...disputeRoutes,
  ...complaintRoutes,
  ...scamRoutes,
  ...transferRoutes,
  ...returnRoutes,
  ...scheduleRoutes,
  ...topupRoutes,
  ...statementRoutes,
  ...savingsRoutes,
  ...paydayRoutes,
  ...profileRoutes,
  ...accountCheckRoutes,
  ...accessRoutes,
  ...resetRoutes,
  ...signUpRoutes,
  ...activationRoutes,
  ...identityRoutes,
  ...storeRoutes,
  ...infoRoutes,
  ...sandboxRoutes,
];

/** Journeys with a separate frame change something: staff who view an account stay where the banner says so. */
function exceptInView(route: AppRoute): AppRoute {
  if (route.frame !== 'own') return route;
  return {
    ...route,
    elsewhere: (brand) => (currentSession()?.view ? paths.cardHome() : (route.elsewhere?.(brand) ?? null)),
  };
}

/**
 * The routes of every feature but sign-in. The router loads this list at the first visit of a page
 * that is not a sign-in page. The order is that of the navigation.
 */
export const FEATURE_ROUTES: readonly AppRoute[] = ROUTES.map(exceptInView);
