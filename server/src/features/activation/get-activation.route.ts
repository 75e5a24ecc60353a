import { getActivation } from '@wattle/contract/activation/get-activation.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { currentActivation } from './admit-step.ts';
import { toActivationView } from './activation.view.ts';

export const getActivationRoute = handleRead(getActivation, async (input) => {
  const row = await currentActivation(input);
  return row ? ok(toActivationView(row)) : err('not_found');
});
