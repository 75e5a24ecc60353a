import type { Wire } from './contract-rules.ts';
import type { Rule } from './tree.ts';

export const PROOF_TABLE = 'docs/proofs.md';

type Listed = Wire['operations'][number];

const HEAD = `# What each call proves

Made from the contract by \`npm run proofs\`; \`npm run check\` compares.
Why a call asks for its proof: [each call declares its proof](areas/fresh-proofs.md#each-call-declares-its-proof).

- **none**: anyone may make it.
- **session**: a token of a scope that reaches it.
- **fresh**: also a passkey, passcode, password or access code that was given in this session within 5 minutes.
  Sessions of an activation or a reset are not asked.
- *shows … only after a proof*: else it is masked.
  Any proof of the last 5 minutes counts, also one for a payment.
- **bound**: a proof for exactly this content: one that the call carries, or one that was given before (\`stepUp/Give\`).

| call | who | proof | money |
|---|---|---|---|
`;

/** The scopes of a call, in words. */
function whoOf({ auth, proof }: Listed): string {
  if (auth !== 'public') return auth.join(', ');
  return proof.carriedBy?.includes('Wattle-Signature') ? 'card network' : 'anyone';
}

function proofOf({ proof: { kind, when, carriedBy, shows } }: Listed): string {
  const carrier = carriedBy === undefined ? '' : ` by ${carriedBy.map(carrierWords).join(', ')}`;
  return `**${kind}**${carrier}${when === undefined ? '' : `, where ${when}`}${shows === undefined ? '' : `; shows ${shows} only after a proof`}`;
}

/** A field of the body, or words. */
function carrierWords(carrier: string): string {
  return carrier.includes(' ') ? carrier : `\`${carrier}\``;
}

/** The page that lists what each call of the contract proves, by path. */
export function proofTable(operations: readonly Listed[]): string {
  const rows = operations
    .toSorted((one, other) => one.path.toLowerCase().localeCompare(other.path.toLowerCase(), 'en'))
    .map((operation) => {
      const { method, path, money } = operation;
      return `| \`${method} ${path}\` | ${whoOf(operation)} | ${proofOf(operation)} | ${money ? 'moves' : ''} |\n`;
    });
  return HEAD + rows.join('');
}

export function proofsAreListed(wire: Wire): Rule {
  return {
    name: 'the table of proofs is that of the contract',
    find: (tree) => {
      const written = tree.paths.includes(PROOF_TABLE) ? tree.text(PROOF_TABLE) : '';
      return written === proofTable(wire.operations) ? [] : [`${PROOF_TABLE}: make it again with npm run proofs`];
    },
  };
}
