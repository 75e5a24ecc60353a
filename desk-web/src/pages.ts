import type { DeskPage } from './desk-page.ts';
import { allCommandsPages } from './features/all-commands/pages.ts';
import { approvalsPages } from './features/approvals/pages.ts';
import { bankFilesPages } from './features/bank-files/pages.ts';
import { brandsPages } from './features/brands/pages.ts';
import { cardsPages } from './features/cards/pages.ts';
import { closingPages } from './features/closing/pages.ts';
import { complaintsPages } from './features/complaints/pages.ts';
import { connectionsPages } from './features/connections/pages.ts';
import { disputesPages } from './features/disputes/pages.ts';
import { eventsPages } from './features/events/pages.ts';
import { ordersPages } from './features/orders/pages.ts';
import { overviewPages } from './features/overview/pages.ts';
import { paymentsPages } from './features/payments/pages.ts';
import { peoplePages } from './features/people/pages.ts';
import { peopleFilesPages } from './features/people-files/pages.ts';
import { reportsPages } from './features/reports/pages.ts';
import { rulesPages } from './features/rules/pages.ts';
import { staffPages } from './features/staff/pages.ts';
import { sanctionsPages } from './features/sanctions/pages.ts';

/** All pages of the desk. A feature registers its own here, and its places are in the rail in this order. */
export const DESK_PAGES: readonly DeskPage[] = [
  ...overviewPages,
  ...peoplePages,
  ...peopleFilesPages,
  ...approvalsPages,
  ...paymentsPages,
  ...bankFilesPages,
  ...disputesPages,
  ...complaintsPages,
  ...closingPages,
  ...ordersPages,
  ...cardsPages,
  ...brandsPages,
  ...rulesPages,
  ...sanctionsPages,
  ...connectionsPages,
  ...eventsPages,
  ...reportsPages,
  ...staffPages,
  ...allCommandsPages,
];
