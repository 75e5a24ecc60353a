import { wordsOfFault } from '../../outside/fault-words.ts';

/** Codes of adapters and what they mean, with `SETTINGS` for the settings that may be wrong. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(http_401|http_403|smtp_auth|smtp_53\d\S*|EAUTH)$/, 'it does not know us. Check SETTINGS'],
  [/^http_402$/, 'our account there is not paid. Ask the provider'],
  [/^http_3\d\d$/, 'it sends on to another address. Give the one of the system itself in SETTINGS'],
  [/^http_404$/, 'there is nothing at this address. Check SETTINGS'],
  [/^http_429$/, 'we ask more than it permits. Try again later'],
  [/^http_5\d\d$/, 'it has a fault of its own. Try again, or ask who runs it'],
  [/^unreadable$/, 'something else answers there. Check SETTINGS'],
  [/^timeout$/, 'it said nothing in time. Check that it runs, and what stands in between'],
  [
    /^address_not_permitted$/,
    'its name leads into a private network. Name that network in WATTLE_CALLED_NETWORKS, if it is meant',
  ],
  [/^E(SOCKET|TLS)$/, 'the connection to it failed. Check SETTINGS, and its certificate'],
  [/^(smtp_454\S*|ENOAUTH)$/, 'it offers no sign-in. Check SETTINGS'],
  [/^password_refused$/, 'it does not know the account with this password. Check SETTINGS'],
  [/^our_address_refused$/, 'it takes no calls from the address of this machine. Ask the provider to permit it'],
  [/^our_certificate_refused$/, 'it wants a certificate of ours. Ask the provider'],
  [/^no_key_pair$/, 'the public key is not that of the private one. Check SETTINGS'],
  [/^sftp_key_file$/, 'the file of the private key cannot be read. Check WATTLE_SFTP_KEY_FILE'],
  [/^sftp_key_refused$/, 'it does not take our key. Give it the public one of WATTLE_SFTP_KEY_FILE'],
  [/^sftp_host_key$/, 'it shows another key than the pinned one. Ask who runs it, then check WATTLE_SFTP_HOST_KEYS'],
  [/^ENOENT$/, 'the folder does not exist there. Check SETTINGS'],
  [/^EACCES$/, 'the folder may not be used. Check its owner'],
];

/** Why a system could not be signed in to, by the code of its adapter, and what to do. */
export function whyNot(code: string, settings: string): string {
  const meaning = wordsOfFault(code) ?? MEANINGS.find(([codes]) => codes.test(code))?.[1];
  return meaning === undefined
    ? `it did not let us in (${code}). Check ${settings}`
    : `${meaning.replace('SETTINGS', settings)} (${code})`;
}
