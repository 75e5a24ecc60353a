import { expect, it } from 'vitest';
import { demandsTls, rulesOf } from './mode.ts';

it('production makes, permits and shows nothing of what a sandbox does', () => {
  expect(rulesOf('production')).toEqual({
    hasDemo: false,
    makesKeysAndDatabase: false,
    hasSandboxSystems: false,
    sharesAccounts: false,
    movesClock: 'no one',
    takesPlainHttp: false,
    trustsHost: false,
    callsPrivateNetworks: false,
    demandsSecondFactor: true,
    isOpen: false,
    isService: true,
    showsMessages: 'no one',
    isRehearsal: false,
  });
  expect([demandsTls('production'), demandsTls('sandbox')]).toEqual([true, false]);
});

it('staging is production but for the systems of others, whose messages the desk reads, and the clock', () => {
  const { hasSandboxSystems, movesClock, showsMessages, isRehearsal, ...rest } = rulesOf('staging');
  expect({ hasSandboxSystems, movesClock, showsMessages, isRehearsal }).toEqual({
    hasSandboxSystems: true,
    movesClock: 'owner',
    showsMessages: 'desk',
    isRehearsal: true,
  });
  expect(rulesOf('production')).toMatchObject(rest);
});
