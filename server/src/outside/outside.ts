import path from 'node:path';
import type { Registry } from 'prom-client';
import { rulesOf } from '../config/mode.ts';
import type { AppConfig } from '../config/config.ts';
import type { OutsideSystem } from '../config/outside-settings.ts';
import type { Clocks } from '../platform/time/clock.ts';
import type { Log } from '../platform/log.ts';
import { openAddressfinder } from './addresses/addressfinder.ts';
import type { AddressService } from './addresses/port.ts';
import { openSandboxAddresses } from './addresses/sandbox.ts';
import { type CalledAddresses, openCalledAddresses } from './called-addresses.ts';
import { askNameServers } from './name-servers.ts';
import { openOfflineList } from './breached-passwords/offline.ts';
import type { BreachedPasswords } from './breached-passwords/port.ts';
import { openRangeService } from './breached-passwords/range-service.ts';
import { withOwnNames } from './bank-files/own-names.ts';
import type { BankFiles } from './bank-files/port.ts';
import { openSandboxBank } from './bank-files/sandbox.ts';
import { bookedByBank } from './bank-files/sandbox-booked.ts';
import { openOrderFiles } from './card-maker/order-files.ts';
import type { CardMaker } from './card-maker/port.ts';
import type { FileExchange, FileExchangeSettings } from './files/port.ts';
import type { PaymentGateway } from './gateway/port.ts';
import { openPaymentGateway } from './gateway/providers.ts';
import { openSandboxGateway, type SandboxGateway } from './gateway/sandbox.ts';
import { bookedByGateway } from './gateway/sandbox-booked.ts';
import { folderStore } from './gateway/sandbox-store.ts';
import { openGreenId } from './greenid/greenid.ts';
import type { IdentityService } from './greenid/port.ts';
import { openSandboxIdentity, type SandboxIdentity } from './greenid/sandbox.ts';
import type { AgreementBank } from './npp/agreements/port.ts';
import type { InstantBank } from './npp/port.ts';
import { openAgreements, openInstantBank } from './npp/providers.ts';
import { openSandboxInstantBank } from './npp/sandbox.ts';
import { folderPayIdStore } from './npp/sandbox-payids.ts';
import { bookedIncoming, incomingStore } from './npp/sandbox-incoming.ts';
import { folderAgreementStore, openSandboxAgreements } from './npp/agreements/sandbox.ts';
import { bookedByAgreement, bookedInstantly } from './npp/sandbox-booked.ts';
import { folderInstantStore } from './npp/sandbox-store.ts';
import { type FailingSystem, openFailingSystems } from './failing.ts';
import { openOutsideFigures } from './figures.ts';
import { type IsHeld, leavingUnlessHeld, unlessHeld } from './held.ts';
import type { PayeeNames } from './payee-names/port.ts';
import { openPayeeNames } from './payee-names/providers.ts';
import { openSandboxNames } from './payee-names/sandbox.ts';
import { openPolicy, type Policy } from './policy.ts';
import type { Printer } from './print/port.ts';
import { openPrintFiles } from './print/print-files.ts';
import { openOwnSystems, type OwnSystems } from './own-systems.ts';
import { openTransports, type Transports } from './transports.ts';
import { openSandboxStatements, type SandboxStatements } from './statements/sandbox.ts';
import { openSettledMessages } from './statements/settled-messages.ts';
import { takesOrders } from './card-maker/left-orders.ts';
import { openFolderExchange } from './files/folder.ts';
import { openSftpExchange } from './files/sftp.ts';

type Statements = Readonly<Record<'bank' | 'schemeSettlement' | 'gateway', Pick<FileExchange, 'list' | 'read'>>>;

/** Other systems that a handler may call. Undefined if not configured. */
export type Outside = Transports & {
  readonly addresses: AddressService | undefined;
  /** The packaged list. */
  readonly commonPasswords: BreachedPasswords;
  /** Undefined: only the packaged list. */
  readonly breachedPasswords: BreachedPasswords | undefined;
  readonly identity: IdentityService | undefined;
  /** Identity service of the sandbox, if it is used. */
  readonly sandboxIdentity: SandboxIdentity | undefined;
  /** Manufactures and mails cards. Undefined: it has no address, and orders wait. */
  readonly cardMaker: CardMaker | undefined;
  /** Prints and mails letters and statements. */
  readonly printer: Printer;
  /** Confirms names of payees. Undefined: not available. */
  readonly payeeNames: PayeeNames | undefined;
  /** Receives payment files and returns its answers. */
  readonly bank: BankFiles & {
    /** Our name of a file for the bank that the bank names. */
    ourName(theirs: string): string;
  };
  /** Statements of those who keep an account of the books too. */
  readonly statements: Statements;
  /** Statements that the sandbox writes, if it does. */
  readonly sandboxStatements: SandboxStatements | undefined;
  /** Bank of a programme that carries out payments one at a time. Undefined: it has none, and files carry all. */
  instant(tenantId: number): InstantBank | undefined;
  /** Bank of a programme that debits other banks' accounts by agreements. Undefined: files of debits alone. */
  agreements(tenantId: number): AgreementBank | undefined;
  /** Accepts payments by other cards. */
  readonly gateway: PaymentGateway | undefined;
  /** Gateway of the sandbox, if it is used. */
  readonly sandboxGateway: SandboxGateway | undefined;
  /** Separate accounts of a programme, by its number. */
  readonly own: OwnSystems;
  /** Addresses that URLs given by staff may call. */
  readonly givenAddresses: CalledAddresses;
  /** Calls, failures and circuit breakers, for /metrics. */
  readonly figures: Registry;
  /** Systems that do not answer this server. */
  failing(): readonly FailingSystem[];
  close(): void;
};

/** Opens every configured system with its adapter or, in the sandbox, its stub. */
export function openOutside(
  config: Pick<AppConfig, 'mode' | 'messages' | 'outside' | 'bank' | 'dataFolder' | 'gateway'>,
  clocks: Clocks,
  log: Log,
  isHeld: IsHeld = () => false,
): Outside {
  const failing = openFailingSystems(log, clocks.security);
  const figures = openOutsideFigures(() => failing.list(), clocks.security);
  const givenAddresses = openCalledAddresses(config.outside.networks.given, askNameServers());
  const opening = (addresses: CalledAddresses) => (system: OutsideSystem, part?: string) => {
    const name = part === undefined ? system : `${system}:${part}`;
    return openPolicy(name, config.outside.policies[system], figures, addresses, failing);
  };
  const openOwn = opening(openCalledAddresses(config.outside.networks.own));
  const openPush = opening(openCalledAddresses(config.outside.networks.push, askNameServers()));
  const open: typeof openOwn = (system, part) => (system === 'push' ? openPush : openOwn)(system, part);
  const openGiven = opening(givenAddresses);
  const policyOf = (system: OutsideSystem, part?: string) => unlessHeld(open(system, part), isHeld);
  // Reading a folder has no effect, so only its `put` depends on the hold.
  const leaving = (settings: FileExchangeSettings, system: OutsideSystem, part?: string) =>
    leavingUnlessHeld(openExchange(settings, open(system, part)), isHeld);
  const { addresses, breachedPasswordsUrl, greenId, files, gateway, payeeNames } = config.outside;
  const { payers } = config.gateway;
  const { hasSandboxSystems } = rulesOf(config.mode);
  const sandboxIdentity = !greenId && hasSandboxSystems ? openSandboxIdentity() : undefined;
  const store = folderStore(path.join(config.dataFolder, 'sandbox-gateway'));
  const sandboxGateway =
    !gateway && hasSandboxSystems
      ? openSandboxGateway({ store, ...clocks, opensBy: () => config.gateway.sandboxPage })
      : undefined;
  const instantStore = folderInstantStore(path.join(config.dataFolder, 'sandbox-instant'));
  const instantIn = incomingStore(config.dataFolder);
  const payIds = folderPayIdStore(path.join(config.dataFolder, 'sandbox-payids'));
  const instantPolicy = policyOf('instant');
  const lookUps = policyOf('payIds');
  const { instant } = config.outside;
  const instantBank = instant && openInstantBank(instant, clocks.security, instantPolicy, lookUps);
  const agreementStore = folderAgreementStore(
    path.join(config.dataFolder, 'sandbox-agreements'),
    path.join(config.dataFolder, 'sandbox-agreement-debits'),
  );
  const agreements = instant && openAgreements(instant, instantPolicy);
  const folder = { outgoing: leaving(files.toBank, 'bank', 'out'), incoming: leaving(files.fromBank, 'bank', 'in') };
  const { ourName, ...bank } = withOwnNames(folder, config.bank.names);
  const hasSandboxBank = hasSandboxSystems && files.toBank.kind === 'folder' && files.fromBank.kind === 'folder';
  const opened = hasSandboxBank ? openSandboxBank(bank, clocks.business) : bank;
  const folders = {
    bank: bank.incoming,
    schemeSettlement: openExchange(files.fromScheme, open('bank', 'scheme')),
    gateway: openExchange(files.fromGateway, open('gateway', 'statements')),
  };
  const settled = openSettledMessages(config.dataFolder);
  const sandboxStatements =
    hasSandboxBank && files.fromScheme.kind === 'folder' && files.fromGateway.kind === 'folder'
      ? openSandboxStatements({
          folders,
          booked: {
            bank: async () => [
              ...(await bookedByBank(bank)),
              ...bookedInstantly(instantStore, clocks.business.now()),
              ...bookedIncoming(instantIn),
              ...bookedByAgreement(agreementStore, clocks.business.now()),
            ],
            schemeSettlement: async () => settled.all(),
            gateway: async () => (sandboxGateway ? bookedByGateway(store) : []),
          },
          clock: clocks.business,
        })
      : undefined;
  const transports = openTransports(config, clocks, log, policyOf, open);
  return {
    ...transports,
    addresses: addresses
      ? openAddressfinder(addresses, policyOf('addresses'))
      : hasSandboxSystems
        ? openSandboxAddresses()
        : undefined,
    commonPasswords: openOfflineList(),
    breachedPasswords:
      breachedPasswordsUrl === undefined
        ? undefined
        : openRangeService(breachedPasswordsUrl, policyOf('breachedPasswords')),
    identity: greenId ? openGreenId(greenId, policyOf('greenId')) : sandboxIdentity,
    sandboxIdentity,
    gateway: gateway
      ? openPaymentGateway(gateway, {
          clock: clocks.security,
          policy: policyOf('gateway'),
          looking: open('gateway', 'list'),
          payers,
        })
      : sandboxGateway,
    sandboxGateway,
    cardMaker: takesOrders(config) ? openOrderFiles(leaving(files.cardMaker, 'cardMaker')) : undefined,
    payeeNames: payeeNames
      ? openPayeeNames(payeeNames, policyOf('payeeNames'))
      : hasSandboxSystems
        ? openSandboxNames(policyOf('payeeNames'))
        : undefined,
    printer: openPrintFiles(leaving(files.print, 'print')),
    bank: { ...opened, ourName },
    instant: (programme) =>
      instantBank ??
      (hasSandboxBank
        ? openSandboxInstantBank({
            programme,
            store: instantStore,
            incoming: instantIn,
            payIds,
            clock: clocks.business,
            policy: instantPolicy,
            lookUps,
          })
        : undefined),
    agreements: (programme) =>
      agreements ??
      // A real bank without agreements is not joined by the sandbox's.
      (hasSandboxBank && !instant
        ? openSandboxAgreements({ programme, store: agreementStore, clock: clocks.business, policy: instantPolicy })
        : undefined),
    statements: sandboxStatements?.folders ?? folders,
    sandboxStatements,
    own: openOwnSystems(clocks, (system, part) => unlessHeld(openGiven(system, part), isHeld), openGiven, payers),
    givenAddresses,
    figures: figures.registry,
    failing: () => failing.list(),
    close: () => transports.email?.close(),
  };
}

/** Opens the configured exchange. */
function openExchange(settings: FileExchangeSettings, policy: Policy): FileExchange {
  return settings.kind === 'folder' ? openFolderExchange(settings.folder) : openSftpExchange(settings, policy);
}
