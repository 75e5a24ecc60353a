/** Modes of an instance, of which its database keeps one (docs/areas/modes.md, "The mode is written with the tables"). */
export const MODES = ['sandbox', 'staging', 'production'] as const;
export type Mode = (typeof MODES)[number];

/** Answers of a mode to what it permits and demands. Every other place asks here, so that a mode is whole in one table. */
export type ModeRules = {
  /** Makes the demo programme, and takes what is the demo's in brands and products. */
  readonly hasDemo: boolean;
  /** Makes its keys, its database and the roles of the database. Otherwise they come from the environment. */
  readonly makesKeysAndDatabase: boolean;
  /** The sandbox stands in for systems of others that are not set up, and accounts of providers are of test mode. */
  readonly hasSandboxSystems: boolean;
  /** Accounts of the environment serve every programme, not the first one alone. */
  readonly sharesAccounts: boolean;
  /** Mover of the business clock. `owner`: holders of the URL of the database's owner. */
  readonly movesClock: 'server' | 'owner' | 'no one';
  /** Pages, cookies and calls of other systems without TLS. */
  readonly takesPlainHttp: boolean;
  /** Links and passkeys are of the host that a request names, not of the brand's site. */
  readonly trustsHost: boolean;
  /** Addresses that staff and browsers give may be in private networks and have any port, without a setting. */
  readonly callsPrivateNetworks: boolean;
  /** Each member of staff has a passkey, or a password and TOTP. */
  readonly demandsSecondFactor: boolean;
  /** The desk is at every host, metrics need no token, and the API's documentation and the parts of screens are shown. */
  readonly isOpen: boolean;
  /** Logs in JSON to a supervisor, and leaves its connections to another server before it stops. */
  readonly isService: boolean;
  /** Readers of the messages of people in the inbox. `desk`: callers from the networks of the desk. */
  readonly showsMessages: 'anyone' | 'desk' | 'no one';
  /** Pages, messages, documents and webhooks say that it is staging, and messages reach listed recipients alone. */
  readonly isRehearsal: boolean;
};

const SANDBOX: ModeRules = {
  hasDemo: true,
  makesKeysAndDatabase: true,
  hasSandboxSystems: true,
  sharesAccounts: true,
  movesClock: 'server',
  takesPlainHttp: true,
  trustsHost: true,
  callsPrivateNetworks: true,
  demandsSecondFactor: false,
  isOpen: true,
  isService: false,
  showsMessages: 'anyone',
  isRehearsal: false,
};

const PRODUCTION: ModeRules = {
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
};

/** Production, but for the systems of others, whose messages are read somewhere, and the clock. */
const STAGING: ModeRules = {
  ...PRODUCTION,
  hasSandboxSystems: true,
  movesClock: 'owner',
  showsMessages: 'desk',
  isRehearsal: true,
};

const RULES: Readonly<Record<Mode, ModeRules>> = { sandbox: SANDBOX, staging: STAGING, production: PRODUCTION };

export const rulesOf = (mode: Mode): ModeRules => RULES[mode];

/** Whether pages are served and other systems called over TLS alone. */
export const demandsTls = (mode: Mode): boolean => !rulesOf(mode).takesPlainHttp;
