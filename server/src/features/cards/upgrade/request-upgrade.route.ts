import { requestUpgrade } from '@wattle/contract/cards/upgrade/request-upgrade.ts';
import { handlePayment } from '../../../http/handle.ts';
import { upgradeRequest } from './upgrade-request.kind.ts';

export const requestUpgradeRoute = handlePayment(requestUpgrade, upgradeRequest);
