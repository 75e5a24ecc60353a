import type { Route } from '../../../http/handle.ts';
import { deletePayeesRoute } from './delete-payees.route.ts';
import { getPayeesRoute } from './get-payees.route.ts';
import { updatePayeeRoute } from './update-payee.route.ts';

export const payeeRoutes: readonly Route[] = [getPayeesRoute, deletePayeesRoute, updatePayeeRoute];
