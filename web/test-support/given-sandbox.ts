import { getConfiguration } from '@wattle/contract/brands/config.ts';
import { answer } from './given-server.ts';

/** The server says whether it is a sandbox, since only a sandbox has the page of components. */
export function givenSandbox(isSandbox = true): void {
  answer(getConfiguration, {
    InstanceName: 'Wattle',
    DefaultBrand: 'wattle',
    DateFormat: 'dd/MM/yyyy',
    TimeZone: 'Australia/Melbourne',
    Currency: 'AUD',
    Languages: ['enAU', 'zhCN'],
    IsSandbox: isSandbox,
  });
}
